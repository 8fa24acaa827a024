// TK: tokens that are not ours, not right or not yet anything, each sent as a mutation.
import { createHmac } from 'node:crypto'
import type { Bench, Expected } from './trial.ts'

const rejected: Expected = { status: [401], forwarded: 0 }
const accepted: Expected = { status: [200], forwarded: 1 }

export async function tokenCases(bench: Bench): Promise<void> {
  const send = (id: string, name: string, token: string, expected: Expected) =>
    bench.attempt(id, name, bench.mutation('/api/unlisted', '{}', { token }), expected)
  const now = Math.floor(Date.now() / 1000)
  const payload = (more: object = {}) => ({
    sub: 'u1',
    userId: 'u1',
    email: 'a@b.org',
    displayName: 'x',
    role: 'operator',
    ver: 0,
    iat: now,
    exp: now + 3600,
    ...more,
  })
  const base64 = (value: unknown) =>
    Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
  const signed = (head: unknown, body: unknown, key = bench.apiSecret, hash = 'sha256') => {
    const text = `${base64(head)}.${base64(body)}`
    return `${text}.${createHmac(hash, key).update(text).digest('base64url')}`
  }
  const head = { alg: 'HS256', typ: 'JWT' }

  await send('TK-01', 'legacy', bench.legacyToken('operator'), accepted)
  for (const alg of ['none', 'None', 'nOnE', '', undefined, null, ['HS256']]) {
    await send('TK-02', `alg ${String(alg)}`, signed({ alg }, payload()), rejected)
    await send('TK-02', `alg ${String(alg)} unsigned`, `${base64({ alg })}.${base64(payload())}.`, rejected)
  }
  for (const [alg, hash] of [
    ['HS384', 'sha384'],
    ['HS512', 'sha512'],
    ['RS256', 'sha256'],
    ['ES256', 'sha256'],
    ['EdDSA', 'sha256'],
  ] as const) {
    await send('TK-03', alg, signed({ alg }, payload(), bench.apiSecret, hash), rejected)
  }
  await send('TK-04', 'crit', signed({ ...head, crit: ['exp'] }, payload()), rejected)
  await send(
    'TK-04',
    'kid and friends',
    signed({ ...head, kid: '../../dev/null', jku: 'http://x', b64: false }, payload()),
    accepted,
  )
  await bitFlips(bench, send)
  for (const token of [
    'a',
    'a.b.c.d',
    'a.b.c.d.e',
    '..',
    'a..b',
    '.',
    '.a.b',
    'a.b.',
    `.${bench.token('operator')}`,
    `${bench.token('operator')}.`,
  ]) {
    await send('TK-07', token, token, rejected)
  }
  for (const body of ['null', '1', '"x"', '[]', 'x', '\ufeff{}', '['.repeat(3000), `{"a":"${'x'.repeat(5000)}"}`]) {
    await send('TK-08', body, signed(head, body), rejected)
  }
  for (const exp of [
    'null',
    '"9999999999"',
    'true',
    '[9999999999]',
    '{}',
    '1e400',
    '-1',
    '0',
    '1.5',
    String(Date.now() + 3_600_000),
  ]) {
    await send(
      'TK-09',
      `exp ${exp}`,
      signed(head, JSON.stringify(payload()).replace(/"exp":\d+/, `"exp":${exp}`)),
      rejected,
    )
  }
  for (const [exp, expected] of [
    [now - 1, rejected],
    [now, rejected],
    [now + 60, accepted],
  ] as const) {
    await send('TK-10', `exp ${exp - now}`, signed(head, payload({ exp })), expected)
  }
  await send('TK-12', 'iat in an hour', signed(head, payload({ iat: now + 3600, exp: now + 7200 })), rejected)
  await send('TK-12', 'nbf in an hour', signed(head, payload({ nbf: now + 3600, exp: now + 7200 })), rejected)
  await send('TK-12', 'nbf in 30 s', signed(head, payload({ nbf: now + 30 })), accepted)
  await send('TK-12', 'iat in 30 s', signed(head, payload({ iat: now + 30 })), accepted)
  for (const key of ['', `${bench.apiSecret}\n`, bench.apiSecret.toUpperCase(), 'x'.repeat(64)]) {
    await send('TK-13', 'another key', signed(head, payload(), key), rejected)
  }
  await send('TK-13', 'a relay token', signed(head, { sub: 'u1', iat: now, exp: now + 3600 }), rejected)
  await send(
    'TK-15',
    'prototype',
    signed(head, `{"__proto__":{"role":"admin"},"constructor":{"x":1},${JSON.stringify(payload()).slice(1)}`),
    { status: [200, 401] },
  )
  const twice = JSON.stringify(payload()).replace('"role":"operator"', '"role":"operator","role":"user"')
  await send('TK-15', 'two roles', signed(head, twice), { status: [200, 401] })
  await bench.attempt('TK-15', 'nobody after it', { path: '/api/admin/x' }, rejected)
  await send('TK-16', '7 KB', signed(head, payload({ more: 'x'.repeat(4900) })), accepted)
}

async function bitFlips(
  bench: Bench,
  send: (id: string, name: string, token: string, expected: Expected) => Promise<void>,
): Promise<void> {
  for (const token of [bench.token('operator'), bench.legacyToken('operator')]) {
    for (let at = 0; at < token.length; at += 1) {
      for (const bit of [1, 2, 4, 8, 16, 32]) {
        const flipped = String.fromCharCode(token.charCodeAt(at) ^ bit)
        // What cannot stand in a cookie would test the cookie, not the token.
        if (!/[\w.=+/-]/.test(flipped)) continue
        await send('TK-05', `bit ${bit} of ${at}`, token.slice(0, at) + flipped + token.slice(at + 1), rejected)
      }
    }
  }
}
