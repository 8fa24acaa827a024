import { UserCreate } from '@rollcall/contracts/domains/users'
import { ZoneCreate } from '@rollcall/contracts/domains/zones'
import { issuesOf } from '@rollcall/contracts/problems'
import { describe, expect, it } from 'vitest'
import { plainIssue } from './plain-issue.ts'

/** What the server would say about a body, by field. */
function issuesFor(schema: typeof UserCreate | typeof ZoneCreate, body: unknown): Record<string, string> {
  const { error } = schema.safeParse(body)
  return Object.fromEntries((error ? issuesOf(error) : []).map(({ path, message }) => [path, plainIssue(message)]))
}

describe('plainIssue', () => {
  it('speaks plainly about what the contract’s own schemas refuse', () => {
    expect(issuesFor(UserCreate, { email: 'jo', displayName: '', role: 'viewer', password: 'short' })).toEqual({
      email: 'Enter a complete email address, such as name@example.org.',
      displayName: 'Fill this in.',
      password: 'Use at least 10 characters.',
    })
    expect(issuesFor(UserCreate, { email: 'jo@example.org', displayName: 'x'.repeat(200), role: 'viewer' })).toEqual({
      displayName: 'Use at most 120 characters.',
    })
    expect(issuesFor(ZoneCreate, { capacity: 0 })).toMatchObject({
      name: 'Fill this in.',
      capacity: 'Use a number of at least 1.',
    })
  })
  it('leaves sentences of our own alone, but ends them', () => {
    expect(plainIssue('At most 72 bytes')).toBe('At most 72 bytes.')
    expect(plainIssue('Give x and y together.')).toBe('Give x and y together.')
  })
})
