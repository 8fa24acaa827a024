import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import { describe, expect, it } from 'vitest'
import { contactsSentence, deputyLine, listsSentence, myLine } from './warden-words.ts'

const own = { title: 'Research', acting: null, mine: { counts: true, isDeputy: false, passedOver: [] } }
const standIn = {
  title: 'Stores',
  acting: null,
  mine: { counts: true, isDeputy: true, passedOver: [{ fullName: 'Mary Hall', state: 'not_on_site' as const }] },
}
const taken = { ...standIn, acting: { fullName: 'Mary Hall', state: 'on_it' as const } }
const answer = (id: string, said: EmergencyAnswer['answer'], kind: EmergencyAnswer['kind'] = 'contact') => ({
  kind,
  id,
  name: id,
  role: null,
  answer: said,
  at: null,
})

describe('what a warden reads', () => {
  it('is what they answer for, and why a deputy counts', () => {
    expect(myLine([own])).toBe('You answer for Research.')
    expect(myLine([own, standIn])).toBe(
      'You answer for Research. You are the deputy for Stores and it counts: Mary Hall is not on site.',
    )
  })
  it('is who counts while they stand by', () => {
    expect(deputyLine(taken, null)).toBe('Deputy for Stores: Mary Hall is on it.')
    expect(deputyLine({ ...own, acting: null }, 'cannot_come')).toBe('You cannot come for Research: nobody is there.')
  })
})

describe('one line of the board', () => {
  it('says who is coming, who is not and who is silent', () => {
    expect(contactsSentence([answer('warden', 'on_it', 'warden')])).toBeNull()
    const answers = [answer('a', 'on_my_way'), answer('b', 'cannot_come'), answer('c', null), answer('d', null)]
    expect(contactsSentence(answers)).toBe('1 on the way, 1 cannot come, 2 of 4 contacts have not answered')
  })
  it('says how many lists have somebody', () => {
    expect(listsSentence([])).toBeNull()
    expect(listsSentence([own, taken])).toBe('1 of 2 lists have their warden')
  })
})
