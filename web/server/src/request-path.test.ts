// The rule of the canonical path, spelling by spelling (rules 4).
import { describe, expect, it } from 'vitest'
import { isUnder, maxTargetLength, parseTarget } from './request-path.ts'

const judged = (target: string) => parseTarget(target, 'app.example:3000')

describe('a canonical path', () => {
  const plain = [
    '/',
    '/api/zones',
    '/api/zones/',
    '/api/battery/device/AA:BB:CC',
    '/api/zones/~a.b_c-d@e,f=g+h!i',
    '/a.b/c.d',
    "/x'()*$&",
  ]
  const encoded = [
    '/api/zones/a%20b',
    '/api/zones/%E2%82%AC',
    '/api/zones/%e2%82%ac',
    '/api/x/AA%3ABB%3ACC',
    '/api/x/100%25',
    '/api/x/5%25a-day',
    '/api/%E2%82%AC/x',
    // Letters that are written as one, and mean nothing else.
    '/api/x/%EF%AC%81',
    '/api/x/%22q%22',
  ]
  it.each([...plain, ...encoded])('is kept as it is: %s', (path) => {
    expect(judged(path)).toEqual({ path, query: '' })
  })

  // holds rules 4-5
  it('is split from a query that is kept byte for byte', () => {
    const query = '?a=../..//&b=%00&__proto__[x]=1&c=%ZZ&d=\\?&e={}'
    expect(judged(`/api/zones${query}`)).toEqual({ path: '/api/zones', query })
  })

  it('may come in absolute form with the authority of Host', () => {
    expect(judged('http://app.example:3000/api/zones?x')).toEqual({ path: '/api/zones', query: '?x' })
  })
})

describe('a path that could be read in two ways', () => {
  const dots = [
    '/.',
    '/..',
    '/api/./zones',
    '/api/../admin',
    '/api/%2e%2e/x',
    '/api/%2E/x',
    '/api/.%2e/x',
    '/api/x.',
    '/api/admin./users',
    '/api/...',
  ]
  const separators = [
    '//',
    '/api//zones',
    '/api/a%2fb',
    '/api/a%2Fb',
    '/api/a\\b',
    '/api/a%5cb',
    '/api/a%5Cb',
    '/api/a;x',
    '/api/a%3Bx',
    '/api/..;/x',
    '/api//%E2%82%AC',
    '/api/%E2%82%AC./x',
  ]
  const encodings = [
    '/api/%61dmin',
    '/api/a%64min',
    '/%61pi/x',
    '/api/%7Ex',
    '/api/%ZZ',
    '/api/%',
    '/api/%4',
    '/api/%u0061',
    '/api/%C3',
    '/api/%C0%AF',
  ]
  const twice = ['/api/%252e', '/api/%2561', '/api/%25252e', '/api/%25u0061', '/api/%2525']
  const controls = [
    '/api/%00',
    '/api/%09x',
    '/api/%0a',
    '/api/%0d%0aX',
    '/api/%7f',
    '/api/%C2%85x',
    '/api/x%20',
    '/api/%20x',
    '/api/admin%C2%A0',
  ]
  const unicode = [
    '/api/%EF%BD%81dmin',
    '/api/%EF%BC%8E%EF%BC%8E/x',
    '/api/a%EF%BC%8Fb',
    '/api/adm%C4%B1n',
    '/api/aud%C4%B1t/x',
    '/api/%E2%80%8Badmin',
    '/api/\xe9',
  ]
  const cases = [
    '/API/zones',
    '/Api/zones',
    '/api/Admin',
    '/api/ADMIN/users',
    '/api/Audit/logs',
    '/api/AUTH/login',
    '/api/Health',
    '/api/Dev-Login',
  ]
  const targets = [
    '*',
    '',
    'api/zones',
    'http://evil.example/api/zones',
    'https://app.example:3000/',
    'http://app.example:3000',
    '/api/zones#x',
    '/api/zones?a#b',
    '/api/zones?\xe9',
  ]
  // holds rules 4-2
  it.each([...dots, ...separators, ...encodings, ...twice, ...controls, ...unicode, ...cases, ...targets])(
    'is refused: %j',
    (target) => {
      expect(judged(target)).toBe('malformed_path')
    },
  )

  it('is refused when it is too long', () => {
    expect(judged(`/${'a'.repeat(maxTargetLength)}`)).toBe('headers_too_large')
    const longest = `/${'a'.repeat(maxTargetLength - 1)}`
    expect(judged(longest)).toEqual({ path: longest, query: '' })
  })

  it('is judged in time proportional to its length', () => {
    const started = performance.now()
    for (const hostile of ['/a.'.repeat(2000), `/${'.'.repeat(6000)}`, `/${'a.'.repeat(3000)}`, '/%41'.repeat(1500)])
      judged(hostile)
    // Milliseconds when it is; longer than anybody waits when it is not.
    expect(performance.now() - started).toBeLessThan(10_000)
  })
})

describe('a prefix', () => {
  // holds rules 4-3
  it('matches whole segments', () => {
    expect(['/api/admin', '/api/admin/', '/api/admin/users'].every((path) => isUnder(path, '/api/admin'))).toBe(true)
    expect(['/api/administrator', '/api', '/api/x/admin'].some((path) => isUnder(path, '/api/admin'))).toBe(false)
  })
})
