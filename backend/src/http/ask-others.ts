// Questions between backends: what lies in the memory of whoever makes the positions of a share (what receivers hear at this moment, and what
// calibrations are made of) is put together of all of them, whichever backend a page speaks with. Sealed both ways with a key that only
// backends of one installation have. Used by server.ts.
import type { FastifyInstance } from 'fastify'
import type { Seal } from '../seal.ts'
import { refuse } from './refusal.ts'

/** What is asked, and how this backend answers for itself. */
export type Answers = Readonly<Record<string, (question: never) => unknown>>
/** An answer from each of the others; refuses when one of them does not answer. */
export type AskOthers = (name: string, question: unknown) => Promise<unknown[]>

const path = '/peer/'
const timeoutMs = 10_000
/** The links of a large site. */
const bodyLimit = 1024 * 1024

export function createAskOthers(addresses: () => readonly string[], seal: Seal): AskOthers {
  const ask = async (address: string, name: string, question: unknown): Promise<unknown> => {
    const reply = await fetch(`${address}${path}${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ sealed: sealed(seal, question) }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return opened(seal, await reply.json())
  }
  return (name, question) =>
    Promise.all(addresses().map((address) => ask(address, name, question).catch(() => refuse('backend_unavailable'))))
}

export function answerOthers(app: FastifyInstance, seal: Seal, answers: Answers): void {
  for (const [name, answer] of Object.entries(answers)) {
    app.post(`${path}${name}`, { bodyLimit }, async (request) => {
      let question: unknown
      try {
        question = opened(seal, request.body)
      } catch {
        refuse('unauthenticated')
      }
      return { sealed: sealed(seal, await answer(question as never)) }
    })
  }
}

const sealed = (seal: Seal, value: unknown) => seal.seal(Buffer.from(JSON.stringify(value))).toString('base64')

/** Throws when nobody of this installation sealed it. */
function opened(seal: Seal, body: unknown): unknown {
  const text = (body as { sealed?: unknown } | null)?.sealed
  if (typeof text !== 'string') throw new Error('Nothing is sealed.')
  return JSON.parse(seal.open(Buffer.from(text, 'base64')).toString())
}
