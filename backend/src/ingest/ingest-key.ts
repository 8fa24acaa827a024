// Who sends a request, by its key (rules 12): the shared one speaks for every receiver, a receiver's own for itself alone.
// Compared over digests, so that neither length nor content leaks by time.
import { createHash, timingSafeEqual } from 'node:crypto'

/** `receiverId` null: may speak for all. */
export type Sender = { receiverId: string | null }

export interface KeyCheckOptions {
  /** Any of them speaks for every receiver. */
  ingestKeys: readonly string[]
  /** The receiver whose key has this digest. */
  receiverByKeyHash?: (hash: string) => string | undefined
}

/** Null: nobody we know. */
export type KeyCheck = (authorization: string | undefined) => Sender | null

export function createKeyCheck({ ingestKeys, receiverByKeyHash }: KeyCheckOptions): KeyCheck {
  const shared = ingestKeys.map(digest)
  return (authorization) => {
    if (authorization === undefined || !authorization.startsWith('Bearer ')) return null
    const given = digest(authorization.slice('Bearer '.length))
    if (shared.some((key) => timingSafeEqual(given, key))) return { receiverId: null }
    const receiverId = receiverByKeyHash?.(given.toString('hex'))
    return receiverId === undefined ? null : { receiverId }
  }
}

/** As the register keeps a receiver's key. */
export const keyHashOf = (key: string) => digest(key).toString('hex')

const digest = (text: string) => createHash('sha256').update(text).digest()
