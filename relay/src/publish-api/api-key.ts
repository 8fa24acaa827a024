// The publisher's key (spec 4.5): only in the `X-API-Key` header, because keys in URLs end up in logs. Constant-time on
// hashes, so that neither content nor length of the key shows in the time.
import { hash, timingSafeEqual } from 'node:crypto'

export type KeyCheck = (given: string | null) => boolean

/** Several keys during a rotation. */
export function createKeyCheck(keys: readonly string[]): KeyCheck {
  const known = keys.map(digest)
  return (given) => {
    if (given === null) return false
    const candidate = digest(given)
    // All keys are compared, also after a match.
    return known.filter((key) => timingSafeEqual(key, candidate)).length > 0
  }
}

const digest = (key: string) => hash('sha256', key, 'buffer')
