// The header table word for word: development, production, and the strict profile with a nonce.
import { expect, it } from 'vitest'
import { createSecurityHeaderTable, ownedHeaderNames, securityHeaders } from './security-headers.ts'

const hosts = {
  script: ['https://s.test'],
  style: ['https://c.test'],
  image: ['https://i.test'],
  font: ['https://f.test'],
}
const around = [
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'strict-origin-when-cross-origin'],
  ['Permissions-Policy', 'geolocation=(self), microphone=(), camera=(), payment=()'],
  ['Cross-Origin-Opener-Policy', 'same-origin'],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
].flat()
const transport = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']
const tight = `frame-ancestors 'none'; object-src 'none'; base-uri 'self'; form-action 'self'`
const pictures = `img-src 'self' data: blob: https://i.test; font-src 'self' data: https://f.test`
const production = (inline: string) =>
  [
    ['Content-Security-Policy'],
    `default-src 'self'; script-src 'self'${inline} https://s.test; style-src 'self'${inline} https://c.test; ${pictures}; connect-src 'self' wss:; ${tight}`,
    around,
    transport,
  ].flat()

it('lets hot reload work in development, and nothing else', () => {
  const { fixed, withNonce, usesNonce } = createSecurityHeaderTable({ development: true, strict: true, hosts })
  const policy = `default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval' https://s.test; style-src 'self' 'unsafe-inline' https://c.test; ${pictures}; connect-src 'self' ws: wss: http://localhost:* http://127.0.0.1:* ws://localhost:* ws://127.0.0.1:*; ${tight}`
  expect(fixed).toEqual(['Content-Security-Policy', policy, ...around])
  expect([withNonce('n'), usesNonce]).toEqual([fixed, false])
})

it('allows inline code in production, with or without a nonce', () => {
  const { fixed, withNonce, usesNonce } = createSecurityHeaderTable({ development: false, strict: false, hosts })
  expect(fixed).toEqual(production(` 'unsafe-inline'`))
  expect([withNonce('n'), usesNonce]).toEqual([fixed, false])
})

it('allows no inline code in the strict profile but that with the nonce', () => {
  const { fixed, withNonce, usesNonce } = createSecurityHeaderTable({ development: false, strict: true, hosts })
  expect([fixed, withNonce('abc'), usesNonce]).toEqual([production(''), production(` 'nonce-abc'`), true])
})

it('owns the name of each of its headers, and the report-only policy', () => {
  const { fixed } = createSecurityHeaderTable({ development: false, strict: false, hosts })
  const names = fixed.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase())
  expect([...ownedHeaderNames].toSorted()).toEqual([...names, 'content-security-policy-report-only'].toSorted())
})

it('is handed to the answer by the middleware, which answers nothing itself', () => {
  const table = createSecurityHeaderTable({ development: false, strict: false, hosts })
  const context = { securityHeaders: [] as readonly string[] }
  expect([securityHeaders(table)(context as never), context.securityHeaders]).toEqual([undefined, table.fixed])
})
