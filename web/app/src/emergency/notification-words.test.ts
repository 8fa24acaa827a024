import { describe, expect, it } from 'vitest'
import { notifiedSentence } from './notification-words.ts'

describe('notifiedSentence', () => {
  it('counts what arrived and what did not', () => {
    expect(notifiedSentence([])).toBe('Nobody has been told by message.')
    expect(notifiedSentence([{ result: 'sent' }, { result: 'failed' }, { result: 'sent' }])).toBe('2 sent, 1 failed.')
  })
  it('never calls a dry run sent', () => {
    expect(notifiedSentence([{ result: 'dry_run' }])).toBe('0 sent, 1 not sent, because no sender is set up.')
  })
})
