// Public keys from an endpoint (JWKS). Tokens are read without waiting: while a key is being fetched the answer is `later`, and the
// client comes again by itself. Keys count for an hour; an unknown one is asked for at most every few seconds.
import type { KeyObject } from 'node:crypto'
import { z } from 'zod'
import type { Keys } from './signed-jwt.ts'
import { readPublicKey } from './public-keys.ts'

/** Milliseconds. */
const keptFor = 3600_000
const askedAgainAfter = 5_000
const answerWithin = 3_000

const KeySet = z.object({ keys: z.array(z.looseObject({ kid: z.string().optional(), use: z.string().optional() })) })

type EndpointKey = { key: KeyObject; algorithm: unknown }

export function createKeyEndpoint(
  url: string,
  now: () => number = Date.now,
  ask: (url: string, options: { signal: AbortSignal; redirect: 'error' }) => Promise<Response> = fetch,
): NonNullable<Keys['fromEndpoint']> {
  let keys = new Map<string, EndpointKey>()
  let fetchedAt = -Infinity
  let askedAt = -Infinity
  let isAsking = false

  async function load(): Promise<void> {
    const response = await ask(url, { signal: AbortSignal.timeout(answerWithin), redirect: 'error' })
    if (!response.ok) return
    const set = KeySet.parse(await response.json())
    keys = new Map(
      set.keys.flatMap(({ kid, use, ...rest }): [string, EndpointKey][] => {
        const key = kid && use !== 'enc' ? readPublicKey(rest) : null
        return kid && key ? [[kid, { key, algorithm: rest['alg'] }]] : []
      }),
    )
    fetchedAt = now()
  }

  function startLoading(): void {
    askedAt = now()
    isAsking = true
    load()
      // Whoever needs a key learns that there is none yet.
      .catch(() => {})
      .finally(() => (isAsking = false))
  }

  return (kid, algorithm) => {
    if (typeof kid !== 'string' || kid === '') return null
    const isFresh = now() - fetchedAt < keptFor
    const found = isFresh ? keys.get(kid) : undefined
    if (found) return found.algorithm === undefined || found.algorithm === algorithm ? found.key : null
    if (isAsking) return 'later'
    if (now() - askedAt < askedAgainAfter) return isFresh ? null : 'later'
    startLoading()
    return 'later'
  }
}
