import { describe, expect, it } from 'vitest'
import { messagesSentence, notArrived, notifiedSentence } from './notification-words.ts'

describe('notifiedSentence', () => {
  it('counts what arrived and what did not', () => {
    expect(notifiedSentence([])).toBe('Nobody has been told by message.')
    expect(notifiedSentence([{ result: 'sent' }, { result: 'failed' }, { result: 'sent' }])).toBe('2 sent, 1 failed.')
  })
  it('never calls a dry run sent', () => {
    expect(notifiedSentence([{ result: 'dry_run' }])).toBe('0 sent, 1 not sent, because no sender is set up.')
  })
})

describe('messagesSentence', () => {
  it('says what arrived, what is still tried and what was given up', () => {
    expect(messagesSentence([])).toBe('Nobody has been told by message.')
    const states = ['sent', 'waiting', 'given_up', 'out_of_date', 'dry_run'] as const
    expect(messagesSentence(states.map((state) => ({ state })))).toBe(
      '1 delivered, 1 being tried, 1 given up, 1 dropped as out of date, 1 not sent, because no sender is set up.',
    )
  })
})

describe('notArrived', () => {
  it('counts in words', () => {
    expect(notArrived(1)).toBe('1 message has not arrived.')
    expect(notArrived(3)).toBe('3 messages have not arrived.')
  })
})
