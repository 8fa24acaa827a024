// oauth2-proxy as a peer: it looks at the session of every request and passes it on; it knows neither permissions nor CSRF nor bodies. Somebody
// is signed in by its own form, so that no identity provider takes part. Called by proxies.ts.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../measuring/database-server.ts'
import { freePort } from '../measuring/free-ports.ts'
import { start, type MeasuredProcess } from '../measuring/measured-process.ts'
import { random } from '../measuring/product-processes.ts'

/** One core, as the others. */
export async function startOauth2Proxy(
  program: string,
  backend: string,
): Promise<MeasuredProcess & { readonly session: string }> {
  const port = await freePort()
  const account = { username: 'operator', password: random() }
  const file = join(temporaryFolder(), 'htpasswd')
  const hash = createHash('sha1').update(account.password).digest('base64')
  writeFileSync(file, `${account.username}:{SHA}${hash}\n`)
  const settings = {
    'http-address': `127.0.0.1:${port}`,
    upstream: backend,
    // Asked nothing: who has a session is not sent there.
    provider: 'github',
    'client-id': 'measurement',
    'client-secret': random(),
    'cookie-secret': random().slice(0, 32),
    'cookie-secure': 'false',
    'email-domain': '*',
    'htpasswd-file': file,
    'request-logging': 'false',
    'auth-logging': 'false',
    'standard-logging': 'false',
  }
  const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`)
  const started = await start({ program, args, side: 'measured', port, env: { GOMAXPROCS: '1' } })
  const { status } = await fetch(`http://127.0.0.1:${port}/api/zones`)
  if (status < 400) throw new Error(`oauth2-proxy answered ${status} to somebody who is not signed in.`)
  return { ...started, session: await signIn(port, account) }
}

async function signIn(port: number, account: Record<string, string>): Promise<string> {
  const body = new URLSearchParams(account)
  const answer = await fetch(`http://127.0.0.1:${port}/oauth2/sign_in`, { method: 'POST', body, redirect: 'manual' })
  const pairs = answer.headers.getSetCookie().map((line) => line.split(';', 1)[0] ?? '')
  const session = pairs.filter((pair) => pair.startsWith('_oauth2_proxy=')).join('; ')
  if (session === '') throw new Error(`oauth2-proxy signed nobody in: ${answer.status}`)
  return session
}
