// The cookies of a session at their bounds: what just fits, how long they live, and what is cut.
import { describe, expect, it } from 'vitest'
import { maxCookieBytes, permissionsTooLong } from '@rollcall/contracts/cookies'
import type { RequestContext } from './request-context.ts'
import { createCookieJar, Session } from './session-cookies.ts'

const now = 1_790_000_000_000
const longest = 400 * 86_400
const jar = createCookieJar({ secure: true, hostPrefix: false, now: () => now })
const session = (user: object = {}, more: object = {}) =>
  Session.parse({ token: 'a.b.c', user: { userId: 'u1', ...user }, expiresIn: 60, ...more })

/** The lines that this sets, by name: the value and the whole line. */
function linesOf(set: (context: RequestContext) => void, cookies: Readonly<Record<string, string>> = {}) {
  const replyHeaders: string[] = []
  set({ replyHeaders, cookies: new Map(Object.entries(cookies)) } as unknown as RequestContext)
  const lines = replyHeaders.filter((text) => text !== 'Set-Cookie')
  const values = lines.map((line) => [line.split('=')[0], decodeURIComponent(line.split(/[=;]/)[1] ?? '')])
  return { lines, values: Object.fromEntries(values) as Record<string, string> }
}
const started = (one: Session, origin: 'password' | 'oidc' = 'password') =>
  linesOf((context) => jar.startSession(context, one, origin))
const longestOf = ({ lines }: { lines: readonly string[] }) => Math.max(...lines.map((line) => line.length))

describe('a session', () => {
  it('of a backend that says nothing of its user has empty texts and no permissions', () => {
    const { values } = started(Session.parse({ token: 'a.b.c', user: {}, expiresIn: 60 }))
    expect(values['auth_user']).toBe('{"userId":"","email":"","displayName":"","role":""}')
    expect(values['auth_permissions']).toBe('[]')
  })

  it('keeps permissions and a token that just fit, and nothing longer', () => {
    const permissions = (length: number) => [`${'x'.repeat(length)}`]
    const having = (length: number) => started(session({ permissions: permissions(length) }))
    const free = maxCookieBytes - (having(1000).lines.find((line) => line.startsWith('auth_permissions')) ?? '').length
    expect(longestOf(having(1000 + free))).toBe(maxCookieBytes)
    expect(having(1000 + free).values['auth_permissions']).toBe(JSON.stringify(permissions(1000 + free)))
    expect(having(1001 + free).values['auth_permissions']).toBe(permissionsTooLong)
    const token = (length: number) => started(session({}, { token: 'x'.repeat(length) }))
    const most = maxCookieBytes - (longestOf(token(1000)) - 1000)
    expect(longestOf(token(most))).toBe(maxCookieBytes)
    expect(token(most + 1).lines).toEqual([])
  })

  it('cuts what is too long of a user', () => {
    const long = { userId: 'u'.repeat(65), email: 'e'.repeat(255), displayName: 'd'.repeat(101), role: 'r'.repeat(65) }
    expect(JSON.parse(started(session(long)).values['auth_user'] ?? '')).toEqual({
      userId: 'u'.repeat(64),
      email: 'e'.repeat(254),
      displayName: 'd'.repeat(100),
      role: 'r'.repeat(64),
    })
  })

  it('says whether it came from the identity provider', () => {
    expect(started(session(), 'oidc').values['auth_via_oidc']).toBe('1')
    expect(started(session(), 'oidc').lines.join()).toContain('auth_via_oidc=1; Path=/; SameSite=Lax; Max-Age=60')
    expect(started(session()).lines.join()).toContain('auth_via_oidc=; Path=/; SameSite=Lax; Max-Age=0')
  })
})

it.each([
  [1, true],
  [0.9, false],
  [0, false],
  [-1, false],
  [longest, true],
  [longest + 1, false],
])('what tells the page who is signed in is renewed for a session of %d more seconds: %s', (seconds, isRenewed) => {
  const cookies = { auth_token_expiry: String(now + seconds * 1000) }
  const { lines } = linesOf((context) => jar.renewUser(context, session().user), cookies)
  expect(lines.map((line) => line.includes(`Max-Age=${seconds};`))).toEqual(isRenewed ? [true, true] : [])
})
