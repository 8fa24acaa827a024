import { describe, expect, it } from 'vitest'
import type { LinkSending } from '@rollcall/contracts/domains/muster'
import { linkProblem, mailingPlan, progressSentence } from './link-words.ts'

describe('a personal link', () => {
  it('that is unknown says where to get another, and offers no second try', () => {
    expect(linkProblem('not_found')).toMatchObject({ title: 'This link does not work', again: false })
  })
  it('says that it is over once the emergency has ended', () => {
    expect(linkProblem('conflict').title).toBe('It is over')
  })
  it('never lets somebody believe that an answer arrived which did not', () => {
    expect(linkProblem('unknown')).toMatchObject({ text: expect.stringContaining('did not arrive'), again: true })
  })
})

const nobody: LinkSending = {
  total: 0,
  waiting: 0,
  sent: 0,
  withoutAddress: 0,
  failed: 0,
  notNeeded: 0,
  unreached: [],
  unasked: { withAddress: 0, withoutAddress: 0 },
  canMail: true,
}

describe('mailingPlan', () => {
  it('says beforehand how many get a mail and how many have no address', () => {
    const plan = mailingPlan({ ...nobody, unasked: { withAddress: 412, withoutAddress: 1 } })
    expect(plan).toEqual({
      lines: ['412 people still missing get a mail.', '1 person has no email address and will be named on the board.'],
      verb: 'Mail 412 people',
      again: false,
    })
  })
  it('promises nobody a second mail', () => {
    const plan = mailingPlan({ ...nobody, total: 5, sent: 3, waiting: 2 })
    expect(plan.lines).toEqual([
      'Nobody is left to be mailed.',
      '2 mails are on the way already.',
      '3 people have been mailed and will not be mailed again.',
    ])
    expect(plan.again).toBe(false)
  })
  it('tries those again whom none reached, once everybody else was mailed', () => {
    const unreached = [{ personId: '1', fullName: 'Ada', detail: 'No such user' }]
    expect(mailingPlan({ ...nobody, total: 3, sent: 2, failed: 1, unreached })).toMatchObject({
      verb: 'Try again',
      again: true,
    })
  })
  it('says that without a mail server nothing arrives', () => {
    expect(mailingPlan({ ...nobody, canMail: false }).lines.at(-1)).toContain('No mail server is set up')
  })
})

describe('progressSentence', () => {
  it('counts everybody who was asked', () => {
    const sending = { ...nobody, total: 10, sent: 4, waiting: 3, notNeeded: 1, failed: 1, withoutAddress: 1 }
    expect(progressSentence(sending)).toBe(
      '4 of 10 people mailed a personal link, 3 on the way, 1 accounted for before it was sent, 1 not reached, 1 without an address.',
    )
  })
})
