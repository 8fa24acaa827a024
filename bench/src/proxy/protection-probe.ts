// Before anything is measured: does a proxy really carry the protections, and does a good request pass? Otherwise it would be
// fast for the wrong reason. Called by proxy-bench.ts for every proxy but bare nginx.
import type { Proxy } from './proxies.ts'
import { newZone, type Credentials } from './zone-requests.ts'

/** The pair that this proxy hands out, beside the session cookie of the caller. */
export async function credentialsFrom(proxy: Proxy, token: string): Promise<Credentials> {
  const response = await fetch(`http://127.0.0.1:${proxy.port}/api/auth/csrf-token`)
  const { data } = (await response.json()) as { data: { csrfToken: string } }
  const pairs = response.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  return { cookie: [`auth_token=${token}`, ...pairs].join('; '), csrfToken: data.csrfToken }
}

export async function probe(proxy: Proxy, { cookie, csrfToken }: Credentials): Promise<void> {
  const base = `http://127.0.0.1:${proxy.port}`
  const json = { 'content-type': 'application/json' }
  const good = { ...json, cookie, 'x-csrf-token': csrfToken }
  const post = async (path: string, headers: Record<string, string>, body: unknown) => {
    const response = await fetch(base + path, { method: 'POST', headers, body: JSON.stringify(body) })
    await response.arrayBuffer()
    return response.status
  }
  const expect = (what: string, found: unknown, expected: unknown) => {
    if (found !== expected) throw new Error(`${proxy.title}: ${what} gave ${String(found)}, not ${String(expected)}.`)
  }
  const withoutToken = cookie.split('; ').slice(1).join('; ')
  expect('a good POST', await post('/api/zones', good, newZone), 201)
  expect('a POST without a token', await post('/api/zones', { ...good, cookie: withoutToken }, newZone), 401)
  expect('a POST without a CSRF header', await post('/api/zones', { ...json, cookie }, newZone), 403)
  expect('a POST with a wrong body', await post('/api/zones', good, { ...newZone, polygon: [] }), 400)
  const credentials = { email: 'nobody@example.com', password: 'wrong password' }
  for (let attempt = 1; attempt <= 5; attempt += 1) await post('/api/auth/login', json, credentials)
  expect('a sixth login', await post('/api/auth/login', json, credentials), 429)

  const response = await fetch(`${base}/api/seen`, { headers: { cookie } })
  const { head } = (await response.json()) as { head: string }
  expect('the policy header', response.headers.has('content-security-policy'), true)
  expect('the token toward the backend', /\r\nauthorization: Bearer ey/i.test(head), true)
}
