// Puts alerts off, for the bell and the page of alerts. An emergency cannot be.
import { alerts } from '@rollcall/contracts/domains/alerts'
import type { Alert } from '@rollcall/contracts/domains/alerts'
import { call } from '../api/call.ts'
import { serverNow } from '../realtime/server-clock.ts'

export const canSnooze = ({ kind, state }: Alert): boolean => kind !== 'emergency' && state === 'open'

/** Null hours: it is open again. */
export function snooze({ id }: Alert, hours: number | null) {
  const until = hours === null ? null : new Date(serverNow() + hours * 3_600_000).toISOString()
  return call(alerts.snooze, { body: { ids: [id], until } })
}
