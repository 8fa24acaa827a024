// What a middleware is, and how a list of them runs. server.ts runs ours for every request with a canonical path.
import type { Refusal } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'

/** Undefined lets the request pass. Synchronous where possible: a promise per step and request is not free. */
export type Middleware = (context: RequestContext) => Refusal | undefined | Promise<Refusal | undefined>

/** Goes on asynchronously from the first step that answers with a promise. */
export function runMiddleware(
  steps: readonly Middleware[],
  context: RequestContext,
  from = 0,
): Refusal | undefined | Promise<Refusal | undefined> {
  for (let at = from; at < steps.length; at += 1) {
    const verdict = steps[at]?.(context)
    if (verdict instanceof Promise) {
      return verdict.then((refusal) => refusal ?? runMiddleware(steps, context, at + 1))
    }
    if (verdict !== undefined) return verdict
  }
  return undefined
}
