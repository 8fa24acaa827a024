// How the backend asks another of its threads, and how that answers. What goes there and comes back is copied. Used by heavy/heavy-work.ts
// and positions-thread.ts, and by the threads themselves.
import type { ProblemCode } from '@rollcall/contracts/problems'
import { Refusal } from './http/refusal.ts'

export type Asked = { readonly id: number; readonly name: string; readonly input: unknown }
/** `code`: of the database, or why it was refused, so that the answer is the same as without a thread. */
type Failure = { readonly message: string; readonly code: unknown; readonly isRefusal: boolean }
export type Answered = { readonly id: number } & ({ readonly output: unknown } | { readonly failure: Failure })

type Waiting = { resolve(output: unknown): void; reject(error: Error): void }

export type ThreadCalls = {
  ask<O>(name: string, input: unknown): Promise<O>
  take(answer: Answered): void
  /** Nobody answers any more. */
  lose(error: Error): void
  /** Of these there is no answer yet. */
  readonly waiting: number
}

export function createThreadCalls(post: (asked: Asked) => void): ThreadCalls {
  const waiting = new Map<number, Waiting>()
  let asked = 0
  return {
    ask(name, input) {
      const id = ++asked
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve: resolve as Waiting['resolve'], reject })
        post({ id, name, input })
      })
    },
    take(answer) {
      const one = waiting.get(answer.id)
      waiting.delete(answer.id)
      if ('output' in answer) one?.resolve(answer.output)
      else one?.reject(errorOf(answer.failure))
    },
    lose(error) {
      for (const { reject } of waiting.values()) reject(error)
      waiting.clear()
    },
    get waiting() {
      return waiting.size
    },
  }
}

/** In the thread that is asked. Never throws. */
export async function answerTo({ id, name, input }: Asked, work: (name: string, input: unknown) => unknown) {
  try {
    return { id, output: await work(name, input) } satisfies Answered
  } catch (error) {
    const { message, code } = error as Error & { code?: unknown }
    return { id, failure: { message, code, isRefusal: error instanceof Refusal } } satisfies Answered
  }
}

function errorOf({ message, code, isRefusal }: Failure): Error {
  return isRefusal ? new Refusal(code as ProblemCode) : Object.assign(new Error(message), { code })
}
