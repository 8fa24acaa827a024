// Who sends a request, by its key (rules 12): the shared one speaks for every receiver, a receiver's own for itself alone.
// Compared over digests, so that neither length nor content leaks by time.
import { createHash, timingSafeEqual } from 'node:crypto'

/** `receiverId` null: may speak for all. */
export type Sender = { receiverId: string | null }

export interface KeyCheckOptions {
  /** Null: there is no shared key. */
  ingestKey: string | null
  /** The receiver whose key has this digest. */
  receiverByKeyHash?: (hash: string) => string | undefined
}

/** Null: nobody we know. */
export type KeyCheck = (authorization: string | undefined) => Sender | null

export function createKeyCheck({ ingestKey, receiverByKeyHash }: KeyCheckOptions): KeyCheck {
  const shared = ingestKey === null ? null : digest(ingestKey)
  return (authorization) => {
    if (authorization === undefined || !authorization.startsWith('Bearer ')) return null
    const given = digest(authorization.slice('Bearer '.length))
    if (shared !== null && timingSafeEqual(given, shared)) return { receiverId: null }
    const receiverId = receiverByKeyHash?.(given.toString('hex'))
    return receiverId === undefined ? null : { receiverId }
  }
}

/** As the register keeps a receiver's key. */
export const keyHashOf = (key: string) => digest(key).toString('hex')

const digest = (text: string) => createHash('sha256').update(text).digest()
