// The people somebody must look for, by the floor they were last seen on, the fullest floor first.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'

export type MissingMark = {
  readonly personId: string
  readonly fullName: string
  readonly status: 'unknown' | 'needs_help'
  readonly xM: number
  readonly yM: number
  readonly accuracyM: number
}
export type MissingFloor = { readonly floorId: string; readonly people: readonly MissingMark[] }

export function missingByFloor(people: readonly MusterPerson[]): MissingFloor[] {
  const floors = new Map<string, MissingMark[]>()
  for (const { personId, fullName, status, evidence } of people) {
    if ((status !== 'unknown' && status !== 'needs_help') || !evidence?.position) continue
    const { xM, yM } = evidence.position
    const marks = floors.get(evidence.sighting.floorId) ?? []
    marks.push({ personId, fullName, status, xM, yM, accuracyM: evidence.accuracyM ?? 0 })
    floors.set(evidence.sighting.floorId, marks)
  }
  return [...floors]
    .map(([floorId, marks]) => ({ floorId, people: marks }))
    .toSorted((a, b) => b.people.length - a.people.length)
}
