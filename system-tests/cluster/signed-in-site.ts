// A signed-in person's requests through the public door, as cheap as a client can make them: what is measured shares the machine with them.
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { brotliDecompressSync } from 'node:zlib'

export type Site = Awaited<ReturnType<typeof signedIn>>
type Reply = { readonly status: number; readonly data: unknown }
const noAnswer: Reply = { status: 0, data: null }

export async function signedIn(url: string, account: { email: string; password: string }) {
  const agent = new Agent({ keepAlive: true })
  const cookies = new Map<string, string>()
  let csrf = ''
  const answerOf = (method: string, path: string, body?: object) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'accept-encoding': 'br',
        ...(method !== 'GET' && { 'content-type': 'application/json', 'x-csrf-token': csrf, origin: url }),
      }
      const sent = request(url + path, { agent, method, headers, signal: AbortSignal.timeout(15_000) }, resolve)
      sent.on('error', reject).end(body && JSON.stringify(body))
    })
  /** Status 0: no answer. */
  const ask = async (method: string, path: string, body?: object): Promise<Reply> => {
    try {
      const reply = await answerOf(method, path, body)
      for (const line of reply.headers['set-cookie'] ?? []) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
        cookies.set(name, value)
      }
      const sent = await buffer(reply)
      const text = reply.headers['content-encoding'] === 'br' ? brotliDecompressSync(sent) : sent
      return { status: reply.statusCode ?? 0, data: (JSON.parse(text.toString()) as { data?: unknown }).data }
    } catch (error) {
      return error instanceof SyntaxError ? { status: 502, data: null } : noAnswer
    }
  }
  /** The status of a page whose answer came whole and is not empty; nobody reads it. */
  const look = async (path: string): Promise<number> => {
    try {
      const reply = await answerOf('GET', path)
      return (await buffer(reply)).length > 0 ? (reply.statusCode ?? 0) : 502
    } catch {
      return noAnswer.status
    }
  }
  const token = async () => {
    const { data } = await ask('GET', '/api/auth/csrf-token')
    csrf = (data as { csrfToken?: string } | null)?.csrfToken ?? csrf
  }
  await token()
  const { status } = await ask('POST', '/api/auth/login', account)
  if (status !== 200) throw new Error(`Signing in answered ${status}.`)
  await token()
  return { ask, look, url }
}
