// Codes of the unsubscribe push. Below 2500 the client stays unsubscribed, from 2500 on it subscribes again at once.

export type Unsubscribe = { code: number; reason: string }

export const unsubscribes = {
  byServer: { code: 2000, reason: 'server unsubscribe' },
} as const satisfies Record<string, Unsubscribe>
