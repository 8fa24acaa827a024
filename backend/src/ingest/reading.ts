// The canonical reading: one receiver heard one transmitter once. Every adapter ends here, the pipeline begins here.
import { type FrameForm, mostFrameBytes } from './advertisement/advertisement.ts'
import type { AddressClaim } from './ambient/address-kind.ts'

export interface Reading {
  /** Lower-case hex without separators, as the registers store it. */
  transmitterId: string
  receiverId: string
  /** dBm. */
  rssi: number
  /** Epoch milliseconds by the sender's clock until the guard step has judged it. */
  at: number
  /** Epoch milliseconds of arrival here. */
  arrivedAt: number
  /** What the gateway says about the transmitter's address; absent: nothing. */
  claim?: AddressClaim | undefined
  /** What was sent, unread: ambient devices are told apart by it, and badges speak of their batteries. */
  frames?: Frames | undefined
}

/** Advertisements as hex, at most `mostFrames` of them, none longer than the air allows. */
export interface Frames {
  readonly form: FrameForm
  readonly hex: readonly string[]
}

/** An advertisement, the answer to a scan, and a second set of either. */
export const mostFrames = 4

/** Sane strengths (positioning 2.1); beyond these a device is broken or lies. */
export const rssiRange = { min: -120, max: 20 } as const

/** An address in the form of the registers, or null when it is none (48-bit addresses, EUI-64, tags and UUIDs). */
export function canonicalId(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const id = plainHex.test(value) ? value : value.toLowerCase().replace(/[:-]/g, '')
  return plainHex.test(id) ? id : null
}

/** The usable ones of a list of packets; undefined when there are none. */
export function framesOf(packets: unknown, form: FrameForm): Frames | undefined {
  if (!Array.isArray(packets)) return undefined
  const hex: string[] = []
  for (const packet of packets as unknown[]) {
    if (typeof packet === 'string' && packet.length > 0 && packet.length <= mostFrameBytes * 2) hex.push(packet)
    if (hex.length === mostFrames) break
  }
  return hex.length > 0 ? { form, hex } : undefined
}

const plainHex = /^[0-9a-f]{8,32}$/
