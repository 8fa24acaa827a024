// Codes of the unsubscribe push. Below 2500 the client stays unsubscribed, from 2500 on it subscribes again at once.

export type Unsubscribe = { code: number; reason: string }

export const unsubscribes = {
  byServer: { code: 2000, reason: 'server unsubscribe' },
  /** Publications were missed; the client subscribes again and recovers. */
  insufficientState: { code: 2500, reason: 'insufficient state' },
  /** Its token ran out and was not renewed within the grace period. */
  expired: { code: 2501, reason: 'subscription expired' },
} as const satisfies Record<string, Unsubscribe>
