// Who is checked at the server layer, path by path.
import { describe, expect, it } from 'vitest'
import { accessRule, isApiPath, isMutation } from './access-rule.ts'

it.each([
  ['/api/x', true],
  ['/api/', false],
  ['/api', false],
  ['/api-docs', false],
  ['/x/api/', false],
  ['/other', false],
])('%s belongs to the API: %s', (path, expected) => {
  expect(isApiPath(path)).toBe(expected)
})

it('knows the four methods that change something', () => {
  const methods = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE', '']
  expect(methods.filter(isMutation)).toEqual(['POST', 'PUT', 'PATCH', 'DELETE'])
})

describe('the rule of a path', () => {
  const rows: [string, string, string, string][] = [
    // path, rule of a read, of a read in the strict profile, of a change
    ['/', 'open', 'open', 'open'],
    ['/floors', 'open', 'open', 'open'],
    ['/apiary', 'open', 'open', 'open'],
    ['/api/zones', 'open', 'signed-in', 'signed-in'],
    ['/api/admin', 'admin', 'admin', 'admin'],
    ['/api/admin/roles', 'admin', 'admin', 'admin'],
    ['/api/administrators', 'open', 'signed-in', 'signed-in'],
    ['/api/audit', 'signed-in', 'signed-in', 'signed-in'],
    ['/api/audit/logs', 'signed-in', 'signed-in', 'signed-in'],
    ['/api/auditors', 'open', 'signed-in', 'signed-in'],
    ['/api/auth/login', 'open', 'open', 'open'],
    ['/api/authors', 'open', 'signed-in', 'signed-in'],
    ['/api/health', 'open', 'open', 'open'],
    ['/api/health/database', 'open', 'open', 'open'],
    ['/api/ready', 'open', 'open', 'open'],
    ['/api/dev-login', 'open', 'open', 'open'],
    ['/api/health/other', 'open', 'signed-in', 'signed-in'],
    ['/api/muster-link/abc', 'open', 'open', 'signed-in'],
  ]
  it.each(rows)('%s: %s, strict %s, to change %s', (path, read, strict, change) => {
    expect([accessRule(path, 'GET', false), accessRule(path, 'GET', true)]).toEqual([read, strict])
    expect([accessRule(path, 'POST', false), accessRule(path, 'DELETE', true)]).toEqual([change, change])
  })
})
