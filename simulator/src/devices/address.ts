// The three kinds of random Bluetooth address (Core specification, volume 6 part B 1.3). Used by identity.ts and phones.ts.
import { createCipheriv } from 'node:crypto'
import type { Random } from '../random.ts'

export type AddressKind = 'static' | 'resolvable' | 'non-resolvable'

const topBits = { static: 0xc0, resolvable: 0x40, 'non-resolvable': 0 } as const

/** Twelve hex digits. A resolvable one was made with a key that nobody here has. */
export function randomAddress(kind: AddressKind, random: Random): string {
  return hex(topBits[kind] | random.index(64), 2) + octets(random, 5)
}

/** An address by which whoever has the key recognises its owner: a random half, and its hash `ah` (volume 3 part H 2.2.2). */
export function resolvableAddress(key: Buffer, random: Random): string {
  const prand = (topBits.resolvable << 16) | random.index(0x400000)
  const block = Buffer.alloc(16)
  block.writeUIntBE(prand, 13, 3)
  const hash = createCipheriv('aes-128-ecb', key, null).setAutoPadding(false).update(block).subarray(13)
  return hex(prand, 6) + hash.toString('hex')
}

export function octets(random: Random, count: number): string {
  return Array.from({ length: count }, () => hex(random.index(256), 2)).join('')
}

/** Most significant first. */
export const hex = (value: number, digits: number) => value.toString(16).padStart(digits, '0')
