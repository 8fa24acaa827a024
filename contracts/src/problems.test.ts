// The table of refusals and its shape (rules 1).
import { describe, expect, it } from 'vitest'
import { ProblemReply, problemReply, problems, sentence } from './problems.ts'

describe('problemReply', () => {
  // holds rules 1-1
  it('has the one shape, with issues only when there are some to tell', () => {
    expect(problemReply('not_found', 'r1')).toEqual({
      success: false,
      error: { code: 'not_found', message: problems.not_found.message, requestId: 'r1' },
    })
    const told = problemReply('validation_failed', 'r2', [{ path: 'name', message: 'Too long' }])
    expect(told.error.issues).toEqual([{ path: 'name', message: 'Too long.' }])
    expect(ProblemReply.parse(told)).toEqual(told)
    const issue = { path: 'name', message: 'Too long.', code: 'too_long', values: { most: 5, of: 'letters' } }
    expect(problemReply('validation_failed', 'r3', [issue]).error.issues).toEqual([issue])
    expect(ProblemReply.parse(problemReply('validation_failed', 'r3', [issue])).error.issues).toEqual([issue])
  })

  it('ends what is said to people, once', () => {
    expect(['Too long', 'Too long.', 'Really?', 'Stop!', '1.5 is too much'].map(sentence)).toEqual([
      'Too long.',
      'Too long.',
      'Really?',
      'Stop!',
      '1.5 is too much.',
    ])
  })

  it('has an error status and a sentence for every code', () => {
    for (const { status, message } of Object.values(problems)) {
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(600)
      expect(message).toMatch(/^[A-Z].+\.$/)
    }
  })

  it.each([
    ['unauthenticated', 401],
    ['token_expired', 401],
    ['forbidden', 403],
    ['csrf_failed', 403],
    ['password_change_required', 403],
    ['malformed_body', 400],
    ['validation_failed', 400],
    ['malformed_path', 400],
    ['not_found', 404],
    ['conflict', 409],
    ['active_event_exists', 409],
    ['body_too_large', 413],
    ['unsupported_media_type', 415],
    ['too_many_attempts', 429],
    ['backend_unavailable', 502],
    ['realtime_not_configured', 503],
    ['database_unavailable', 503],
    ['overloaded', 503],
    ['backend_timeout', 504],
  ] as const)('answers %s with %i', (code, status) => {
    expect(problems[code].status).toBe(status)
  })
})
