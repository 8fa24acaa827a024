// The name of a stream's life: a new one tells clients that what they missed is gone. Used by both engines.
import { randomBytes } from 'node:crypto'

const letters = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

export function newEpoch(): string {
  let epoch = ''
  for (const byte of randomBytes(8)) epoch += letters[byte % letters.length]
  return epoch
}
