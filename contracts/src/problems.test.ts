// The table of refusals and its shape (rules 1), and what a failed parse tells.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { issuesOf, ProblemReply, problemReply, problems } from './problems.ts'

const Form = z.strictObject({ name: z.string(), rows: z.array(z.strictObject({ level: z.number() })).max(5000) })

function issues(value: unknown) {
  const result = Form.safeParse(value)
  if (result.success) throw new Error('It was accepted')
  return issuesOf(result.error)
}

describe('problemReply', () => {
  it('has the one shape, with issues only when there are some to tell', () => {
    expect(problemReply('not_found', 'r1')).toEqual({
      success: false,
      error: { code: 'not_found', message: problems.not_found.message, requestId: 'r1' },
    })
    const told = problemReply('validation_failed', 'r2', [{ path: 'name', message: 'Too long' }])
    expect(told.error.issues).toEqual([{ path: 'name', message: 'Too long' }])
    expect(ProblemReply.parse(told)).toEqual(told)
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

describe('issuesOf', () => {
  it('lists every issue with its path', () => {
    const paths = issues({ rows: [{ level: 1 }, { level: 'two' }, {}] }).map((issue) => issue.path)
    expect(paths.toSorted()).toEqual(['name', 'rows.1.level', 'rows.2.level'])
  })

  it('names an unknown field by its path', () => {
    expect(issues({ name: 'x', rows: [{ level: 1, role: 'admin' }] })).toEqual([
      { path: 'rows.0.role', message: expect.any(String) },
    ])
  })

  it('never repeats what was sent', () => {
    const sent = {
      name: 7,
      rows: [{ level: '<script>steal()</script>' }],
      '<img src=x>': 1,
      [`k${'x'.repeat(500)}`]: 2,
    }
    const told = JSON.stringify(issues(sent))
    expect(told).not.toMatch(/script|img|xxx/)
    expect(issues(sent)).toHaveLength(3)
  })

  it('stays small for a hostile body', () => {
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 1]))
    expect(issues({ name: 'x', rows: [], ...keys }).length).toBeLessThanOrEqual(20)
    const rows = Array.from({ length: 5000 }, () => ({ level: 'x' }))
    expect(issues({ name: 'x', rows })).toHaveLength(1000)
  })
})
