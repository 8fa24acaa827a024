import type { Contact, ContactTest } from '@rollcall/contracts/domains/contacts'
import { describe, expect, it } from 'vitest'
import { reachOf, testingSentence, troubleOf, unsendable } from './contact-words.ts'

const now = Date.parse('2026-11-16T12:00:00Z')
const contact = (change: Partial<Contact> = {}): Contact => ({
  id: 'c',
  createdAt: '',
  updatedAt: '',
  name: 'Ana',
  role: null,
  email: 'ana@example.org',
  phone: null,
  priority: 1,
  channels: ['email'],
  scenarios: [],
  buildingIds: [],
  active: true,
  testedAt: null,
  answeredAt: null,
  ...change,
})
type State = ContactTest['messages'][number]['state']
const test = (states: readonly State[], change: Partial<ContactTest> = {}): ContactTest => ({
  contactId: 'c',
  requestedAt: '2026-11-16T11:00:00Z',
  requestedBy: 'Kim',
  answeredAt: null,
  answeredChannel: null,
  messages: states.map((state) => ({ channel: 'email', state, detail: '550 No such user', at: '' })),
  ...change,
})

describe('whether a contact is reached', () => {
  it.each([
    [contact({ channels: [] }), undefined, 'No way to tell them'],
    [contact(), undefined, 'Never answered'],
    [contact(), test(['waiting']), 'Test is being sent'],
    [contact(), test(['sent']), 'Test not answered yet'],
    [contact(), test(['given_up']), 'Test did not arrive'],
    [contact({ answeredAt: '2026-11-16T11:30:00Z' }), test(['given_up']), 'Test did not arrive'],
    [contact(), test(['dry_run', 'given_up']), 'Test not sent: no sender is set up'],
    [contact({ answeredAt: '2026-11-16T11:30:00Z' }), test(['sent']), 'Answered 30 min ago'],
  ])('is said in words (%#)', (one, tested, word) => {
    expect(reachOf(one, tested, now).word).toBe(word)
  })
  it('says why a test did not arrive', () => {
    expect(troubleOf(test(['given_up']))).toBe('Email: 550 No such user')
    expect(troubleOf(test(['sent']))).toBe('')
  })
})

describe('a test of all', () => {
  it('is told with what is still on its way', () => {
    const tests = [test(['sent'], { answeredAt: '2026-11-16T11:30:00Z' }), test(['waiting'])]
    expect(testingSentence({ tests, waiting: 1 })).toBe(
      '1 of 2 contacts answered the last test, 1 message is on the way.',
    )
  })
  it('names channels that nothing is sent by', () => {
    expect(unsendable([contact({ channels: ['email', 'sms'] })], { canSend: ['email'] })).toContain(
      'Text message: nothing',
    )
    expect(unsendable([contact()], { canSend: ['email'] })).toBe('')
  })
})
