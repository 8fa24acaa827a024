// The typed way to the API: `call(row, input)`. Builds the address from the row, adds the CSRF header on mutations
// (appendix, CSRF) and turns every refusal into a ProblemError. Pages call it through `api/call.ts`.
import { csrfHeader } from '@rollcall/contracts/cookies'
import { serverLayer } from '@rollcall/contracts/domains/server-layer'
import { isFileReply, isUpload } from '@rollcall/contracts/endpoint'
import type { CallInput, CallResult, Endpoint } from '@rollcall/contracts/endpoint'
import { readCookie } from '../session/session-cookies.ts'
import { ProblemError, problemFrom, unreachable } from './problem-error.ts'
import { rowUrl } from './row-url.ts'
import type { UrlParts } from './row-url.ts'

export type ClientOptions = {
  readonly fetch: (url: string, request: RequestInit) => Promise<Response>
  /** The page's cookies, as `document.cookie` gives them. */
  readonly cookies: () => string
  /** Told about refusals that concern the whole session, before the caller sees the error. */
  readonly onRefused: (problem: ProblemError) => void
  /** Told of every row that has changed something. */
  readonly onChanged: (row: Endpoint) => void
  readonly wait?: (ms: number) => Promise<void>
}

export type Call = <E extends Endpoint>(
  row: E,
  ...input: {} extends CallInput<E> ? [input?: CallInput<E>, signal?: AbortSignal] : [CallInput<E>, AbortSignal?]
) => Promise<CallResult<E>>

type LooseInput = UrlParts & { readonly body?: unknown; readonly unchangedSince?: string }

const passing = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export function createClient({ fetch, cookies, onRefused, onChanged, wait = passing }: ClientOptions): Call {
  async function send(row: Endpoint, input: LooseInput, signal?: AbortSignal): Promise<Response> {
    const headers = new Headers({ accept: 'application/json' })
    if (input.unchangedSince) headers.set('if-match', `"${input.unchangedSince}"`)
    let body: BodyInit | null = null
    if (row.body !== null) {
      headers.set(csrfHeader, await csrfToken())
      if (isUpload(row.body)) body = formOf(row.body.upload.field, input.body as Blob)
      else {
        headers.set('content-type', 'application/json')
        body = JSON.stringify(input.body ?? {})
      }
    } else if (row.method !== 'GET') headers.set(csrfHeader, await csrfToken())
    const request = { method: row.method, headers, body, signal: signal ?? null, credentials: 'same-origin' as const }
    try {
      return await fetch(rowUrl(row, input), request)
    } catch (error) {
      if (signal?.aborted) throw error
      throw unreachable()
    }
  }

  async function csrfToken(): Promise<string> {
    const held = readCookie(cookies(), 'csrf_token')
    if (held) return held
    const reply = await sendOnce(serverLayer.csrfToken, {})
    return ((await reply.json()) as { data: { csrfToken: string } }).data.csrfToken
  }

  async function sendOnce(row: Endpoint, input: LooseInput, signal?: AbortSignal): Promise<Response> {
    const reply = await send(row, input, signal)
    if (reply.ok) return reply
    throw problemFrom(reply.status, reply.headers, await reply.json().catch(() => null))
  }

  /** Whoever reads while too much is going on comes again when told to, a little later than the others, and is told so the third time. */
  async function sendPatiently(row: Endpoint, input: LooseInput, signal?: AbortSignal): Promise<Response> {
    for (let again = row.method === 'GET' ? 2 : 0; ; again -= 1) {
      try {
        return await sendOnce(row, input, signal)
      } catch (error) {
        const isTurnedAway = error instanceof ProblemError && error.code === 'overloaded' && error.retryAfter !== null
        if (!isTurnedAway || again === 0 || signal?.aborted) throw error
        await wait(1000 * error.retryAfter! * (1 + Math.random()))
      }
    }
  }

  return async (row, ...[input, signal]) => {
    try {
      const reply = await sendPatiently(row, (input ?? {}) as LooseInput, signal)
      if (row.changes.length > 0) onChanged(row)
      if (row.reply === null || reply.status === 204) return null as never
      if (isFileReply(row.reply)) return (await reply.blob()) as never
      return ((await reply.json()) as { data: never }).data
    } catch (error) {
      if (error instanceof ProblemError) onRefused(error)
      throw error
    }
  }
}

function formOf(field: string, file: Blob): FormData {
  const form = new FormData()
  form.set(field, file)
  return form
}
