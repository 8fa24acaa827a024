// Asks a backend over HTTP what to do with an event of a client, in Centrifugo's words: a JSON request with who the client is, and
// an answer with a result, an error or a disconnect. Called by the commands whose configuration has a proxy.
import type { Link } from '../../hub/link.ts'
import type { Log } from '../../log.ts'
import type { Metrics } from '../../operators/metrics.ts'
import type { Disconnect } from '../../protocol/disconnects.ts'
import { errors, type ProtocolError } from '../../protocol/errors.ts'
import { jsonObject } from '../../protocol/json-fields.ts'
import type { Payload } from '../../protocol/messages.ts'
import { asPayload } from '../../protocol/payload.ts'
import { isJson, isObject, onOneLine, rawMembers } from '../../protocol/raw-json.ts'
import type { Proxy, ProxyRefusal } from './proxy.ts'

export type ProxyEvent = 'connect' | 'refresh' | 'subscribe' | 'sub_refresh' | 'publish' | 'rpc'

/** What a proxy is told of a client, and what it takes to tell it. A session is one. */
export type ProxyClient = {
  id: string
  user: string
  link: Link
  /** JSON text from the token or the backend; never sent to clients. */
  meta: string | undefined
  emulatedHeaders: Readonly<Record<string, unknown>> | undefined
  context: { log: Log; metrics: Metrics }
}

/** Members of the result as JSON text; null when there is none. `failed`: nobody knows. */
export type ProxyAnswer = ProxyRefusal | { result: ReadonlyMap<string, string> | null } | { failed: true }

const failed = { failed: true } as const

/** `members`: JSON text by name, beside those that every event has. */
export async function askProxy(
  proxy: Proxy,
  event: ProxyEvent,
  client: ProxyClient,
  members: Record<string, string | undefined>,
): Promise<ProxyAnswer> {
  const { log, metrics } = client.context
  const startedAt = performance.now()
  const body = jsonObject({
    client: JSON.stringify(client.id),
    transport: JSON.stringify(client.link.transport),
    protocol: JSON.stringify(client.link.format.name === 'protobuf' ? 'protobuf' : 'json'),
    encoding: proxy.isBinary ? '"binary"' : '"json"',
    ...members,
    meta: event !== 'connect' && proxy.includesMeta ? client.meta : undefined,
  })
  let answer: ProxyAnswer
  metrics.proxyAsked(event, proxy.name)
  try {
    answer = await call(proxy, headersFor(proxy, client), body)
  } catch (error) {
    log.error({ error: String(error), event, proxy: proxy.name }, 'a proxy failed')
    answer = failed
  }
  metrics.proxyDone(event, proxy.name, startedAt, 'failed' in answer)
  return answer
}

async function call(proxy: Proxy, headers: Headers, body: string): Promise<ProxyAnswer> {
  const { ca, cert, key, serverName, rejectUnauthorized } = proxy.tls ?? {}
  const response = await fetch(proxy.endpoint, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(proxy.timeout),
    ...(proxy.tls ? { tls: { ca, cert, key, serverName, rejectUnauthorized } } : {}),
  })
  const text = await response.text()
  if (response.status !== 200) {
    const refusal = proxy.refusals.get(response.status)
    if (refusal) return refusal
    throw new Error(`The backend answered the status ${response.status}.`)
  }
  return readAnswer(text)
}

function headersFor(proxy: Proxy, { emulatedHeaders, link }: ProxyClient): Headers {
  const headers = new Headers(proxy.staticHeaders)
  for (const [name, value] of Object.entries(emulatedHeaders ?? {}))
    if (proxy.emulatedHeaders.includes(name.toLowerCase()) && typeof value === 'string') headers.set(name, value)
  // Those that the client's own request had win.
  for (const [name, value] of link.headers ?? []) if (proxy.headers.includes(name)) headers.set(name, value)
  headers.set('content-type', 'application/json')
  return headers
}

/** Throws when it is none. */
function readAnswer(text: string): ProxyAnswer {
  const parsed: unknown = isJson(text) ? JSON.parse(text) : undefined
  if (parsed === null) return { result: null }
  if (!isObject(parsed)) throw new Error('The backend answered no JSON object.')
  const { disconnect, error, result } = parsed
  if (isObject(disconnect)) return { disconnect: disconnectOf(disconnect) }
  if (isObject(error)) return { error: errorOf(error) }
  const members = isObject(result) ? rawMembers(rawMembers(text)?.get('result') ?? '') : null
  return { result: members }
}

function disconnectOf({ code, reason = '' }: Record<string, unknown>): Disconnect {
  // Others cannot be written into a close frame.
  const isCode = typeof code === 'number' && Number.isInteger(code) && code >= 3000 && code <= 4999
  if (!isCode || typeof reason !== 'string' || Buffer.byteLength(reason) > 123)
    throw new Error('The backend answered a disconnect that cannot be sent.')
  return { code, reason }
}

function errorOf({ code, message = '', temporary }: Record<string, unknown>): ProtocolError {
  if (typeof code !== 'number' || typeof message !== 'string') throw new Error('The backend answered a broken error.')
  return temporary === true ? { code, message, temporary } : { code, message }
}

/** What the command is answered with when there is no result. */
export function refusalOf(answer: ProxyAnswer): ProxyRefusal | null {
  return 'failed' in answer ? { error: errors.internal } : 'result' in answer ? null : answer
}

/** Data for a backend, in the encoding that it expects. Throws when it cannot be written so. */
export function dataMembers(proxy: Proxy, data: Payload | undefined): Record<string, string | undefined> {
  if (data === undefined) return {}
  if (proxy.isBinary) return { b64data: JSON.stringify(Buffer.from(data).toString('base64')) }
  if (typeof data !== 'string') throw new Error('The data is no JSON, and the proxy has no binary encoding.')
  return { data }
}

/** A member of a result whose Base64 form (`b64…`) wins, undefined for neither. Throws when that is none. */
export function payloadIn(result: ReadonlyMap<string, string>, name: 'info' | 'data'): Payload | undefined {
  const encoded = valueIn(result, `b64${name}`)
  if (typeof encoded === 'string' && encoded !== '') return asPayload(Uint8Array.fromBase64(encoded))
  const raw = result.get(name)
  return raw === undefined || raw === 'null' ? undefined : onOneLine(raw)
}

/** The same where it must be JSON, because it is told to others. */
export function jsonIn(result: ReadonlyMap<string, string>, name: 'info' | 'data'): string | undefined {
  const payload = payloadIn(result, name)
  if (payload !== undefined && typeof payload !== 'string') throw new Error(`The backend's ${name} is no JSON.`)
  return payload
}

export function valueIn(result: ReadonlyMap<string, string>, name: string): unknown {
  const raw = result.get(name)
  return raw === undefined ? undefined : (JSON.parse(raw) as unknown)
}

/** Milliseconds; null for never. */
export function expiryIn(result: ReadonlyMap<string, string>): number | null {
  const seconds = valueIn(result, 'expire_at')
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null
}
