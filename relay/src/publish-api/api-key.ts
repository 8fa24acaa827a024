// The publisher's key (spec 4.5): only in the `X-API-Key` header, because keys in URLs end up in logs; with a Centrifugo
// configuration also where that takes it (rules 7). Constant-time on hashes, so that neither content nor length of the key shows in the time.
import { hash, timingSafeEqual } from 'node:crypto'

export type KeyCheck = (given: string | null) => boolean

/** Several keys during a rotation. */
export function createKeyCheck(keys: readonly string[]): KeyCheck {
  const digests = keys.map(digest)
  return (given) => {
    if (given === null) return false
    const candidate = digest(given)
    // All keys are compared, also after a match.
    return digests.filter((key) => timingSafeEqual(key, candidate)).length > 0
  }
}

/**
 * Whether a request shows a good key: in its header, or, where Centrifugo's rules hold, also as `Authorization: apikey …` instead of
 * that header, or in the address.
 */
export function showsKey(request: Request, isKey: KeyCheck, takesEveryForm: boolean): boolean {
  const own = request.headers.get('x-api-key')
  if (!takesEveryForm) return isKey(own)
  const { headers, url } = request
  if (isKey(own ?? /^apikey +(.+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? null)) return true
  const start = url.indexOf('?')
  return start !== -1 && isKey(new URLSearchParams(url.slice(start)).get('api_key'))
}

const digest = (key: string) => hash('sha256', key, 'buffer')
