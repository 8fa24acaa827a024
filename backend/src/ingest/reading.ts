// The canonical reading: one receiver heard one transmitter once. Every adapter ends here, the pipeline begins here.

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
}

/** Sane strengths (spec/positioning, guard); beyond these a device is broken or lies. */
export const rssiRange = { min: -120, max: 20 } as const

/** An address in the form of the registers, or null when it is none (48-bit addresses, EUI-64, tags and UUIDs). */
export function canonicalId(value: unknown): string | null {
  if (typeof value !== 'string' || value.length > 64) return null
  const id = plainHex.test(value) ? value : value.toLowerCase().replace(/[:-]/g, '')
  return plainHex.test(id) ? id : null
}

const plainHex = /^[0-9a-f]{8,32}$/
