// What lies in the memory of the backend that makes the positions (what receivers hear at this moment, and calibrations made of it) is
// asked of it: whichever backend a page speaks with, the answer is the same. Called by implement.ts.
import type { BackendRows } from '@rollcall/contracts/api'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { refuse } from './refusal.ts'

/** Null: this backend answers itself. */
export type AskOwner = (key: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply | null>

/** Storing it would write megabytes every few seconds for a page that is open once a month. */
const ownersRows = { diagnostics: ['signalMonitor'], floors: ['calibrate'] } satisfies {
  readonly [D in keyof BackendRows]?: readonly (keyof BackendRows[D])[]
}
const ownersKeys: ReadonlySet<string> = new Set(
  Object.entries(ownersRows).flatMap(([domain, names]) => names.map((name) => `${domain}.${name}`)),
)
/** On a question that was passed on: it is answered, by whoever has it. */
const passedOn = 'x-rollcall-passed-on'
const timeoutMs = 20_000

/** `ownerAddress`: null while it is this backend, or unknown. */
export function createAskOwner(ownerAddress: () => string | null): AskOwner {
  return async (key, request, reply) => {
    const address = ownersKeys.has(key) && request.headers[passedOn] === undefined ? ownerAddress() : null
    if (address === null) return null
    const answer = await fetch(`${address}${request.url}`, {
      method: request.method,
      headers: {
        authorization: request.headers.authorization ?? '',
        'x-forwarded-for': request.ip,
        [passedOn]: '1',
        ...(request.body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch(() => refuse('backend_unavailable'))
    const type = answer.headers.get('content-type') ?? 'application/json'
    return reply
      .code(answer.status)
      .type(type)
      .send(await answer.text())
  }
}
