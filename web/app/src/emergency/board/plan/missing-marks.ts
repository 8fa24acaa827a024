// The people somebody must look for as marks on the plans of their floors. For MissingPlan.vue.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { positionState } from '@rollcall/contracts/domains/positions'

export type MissingMark = {
  readonly personId: string
  readonly fullName: string
  readonly status: 'unknown' | 'needs_help'
  readonly xM: number
  readonly yM: number
  /** 95 % radius; null: not known. */
  readonly accuracyM: number | null
  /** By the age of the sighting. */
  readonly state: ReturnType<typeof positionState>
}

/** By floor; who was never seen is on none. `now`: epoch milliseconds. */
export function missingMarks(
  people: readonly MusterPerson[],
  now: number,
): ReadonlyMap<string, readonly MissingMark[]> {
  const floors = new Map<string, MissingMark[]>()
  for (const { personId, fullName, status, evidence } of people) {
    if ((status !== 'unknown' && status !== 'needs_help') || !evidence?.position) continue
    const { sighting, accuracyM } = evidence
    const { xM, yM } = evidence.position
    const state = positionState(now - Date.parse(sighting.at))
    const marks = floors.get(sighting.floorId) ?? []
    marks.push({ personId, fullName, status, xM, yM, accuracyM, state })
    floors.set(sighting.floorId, marks)
  }
  return floors
}

/** Where the plan opens: the floor with most marks; without any, the first. */
export function fullestFloor(
  floorIds: readonly string[],
  marks: ReadonlyMap<string, readonly MissingMark[]>,
): string | null {
  return floorIds.toSorted((a, b) => (marks.get(b)?.length ?? 0) - (marks.get(a)?.length ?? 0))[0] ?? null
}
