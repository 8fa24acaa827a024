// How fast people were accounted for, worked out from the roster of an emergency: who was settled, and when last.
import type { Emergency } from '@rollcall/contracts/domains/emergency'
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { groupOf } from './muster-groups.ts'

/** `seconds` since the trigger; `accounted` people by then. */
export type ProgressStep = { readonly seconds: number; readonly accounted: number }
export type Share = 50 | 90 | 100
type Settled = Pick<MusterPerson, 'status' | 'at'>
type Span = Pick<Emergency, 'triggeredAt' | 'resolvedAt'>

/** Starts at zero people and ends when the emergency did. */
export function progressOf(event: Span, people: readonly Settled[], now: number): ProgressStep[] {
  const start = Date.parse(event.triggeredAt)
  const end = event.resolvedAt === null ? now : Date.parse(event.resolvedAt)
  const times = people
    .filter(({ status, at }) => groupOf(status) === 'safe' && at !== null)
    .map(({ at }) => Math.max(0, (Date.parse(at ?? '') - start) / 1_000))
    .toSorted((a, b) => a - b)
  const steps = times.map((seconds, index) => ({ seconds, accounted: index + 1 }))
  return [{ seconds: 0, accounted: 0 }, ...steps, { seconds: Math.max(0, (end - start) / 1_000), accounted: times.length }]
}

/** Seconds until that share of `total` was accounted for; null when it never was. */
export function timeTo(share: Share, steps: readonly ProgressStep[], total: number): number | null {
  if (total === 0) return null
  return steps.find(({ accounted }) => accounted * 100 >= share * total)?.seconds ?? null
}
