// Whether a request carries the ingest key (decisions 12). Compared over digests, so that neither length nor content leaks by time.
import { createHash, timingSafeEqual } from 'node:crypto'

export function createKeyCheck(ingestKey: string | null): (authorization: string | undefined) => boolean {
  if (ingestKey === null) return () => false
  const expected = digest(ingestKey)
  return (authorization) => {
    if (authorization === undefined || !authorization.startsWith('Bearer ')) return false
    return timingSafeEqual(digest(authorization.slice('Bearer '.length)), expected)
  }
}

const digest = (text: string) => createHash('sha256').update(text).digest()
