// A floor while it is being edited: zones and places of receivers, with every step remaining so that it can be taken back. Pure; the
// editor shows it, save-draft.ts sends what differs from what is stored.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import type { PlanPoint, Zone } from '@rollcall/contracts/domains/zones'

export type DraftZone = Pick<
  Zone,
  'id' | 'name' | 'zoneTypeId' | 'isEmergency' | 'isMusterPoint' | 'isRestricted' | 'capacity'
> & {
  readonly polygon: readonly PlanPoint[]
  /** Not stored yet: its id is only ours. */
  readonly isNew: boolean
}
export type DraftReceiver = {
  readonly id: string
  readonly name: string
  readonly x: number | null
  readonly y: number | null
}
export type Draft = { readonly zones: readonly DraftZone[]; readonly receivers: readonly DraftReceiver[] }

export type DraftChanges = {
  readonly created: readonly DraftZone[]
  readonly changed: readonly DraftZone[]
  readonly removed: readonly DraftZone[]
  readonly moved: readonly DraftReceiver[]
}

export function draftOf({ zones, receivers }: Pick<FloorContext, 'zones' | 'receivers'>): Draft {
  return {
    zones: zones.map(({ id, name, zoneTypeId, polygon, isEmergency, isMusterPoint, isRestricted, capacity }) => ({
      id,
      name,
      zoneTypeId,
      polygon,
      isEmergency,
      isMusterPoint,
      isRestricted,
      capacity,
      isNew: false,
    })),
    receivers: receivers.map(({ id, name, x, y }) => ({ id, name, x, y })),
  }
}

export function withZone(draft: Draft, id: string, change: Partial<DraftZone>): Draft {
  return { ...draft, zones: draft.zones.map((zone) => (zone.id === id ? { ...zone, ...change } : zone)) }
}

export function withReceiver(draft: Draft, id: string, at: PlanPoint): Draft {
  return { ...draft, receivers: draft.receivers.map((one) => (one.id === id ? { ...one, ...onPlan(at) } : one)) }
}

/** `index` of the corner; a null point takes it away, which a triangle does not allow. */
export function withCorner(draft: Draft, zoneId: string, index: number, at: PlanPoint | null): Draft {
  const zone = draft.zones.find(({ id }) => id === zoneId)
  if (!zone || (at === null && zone.polygon.length <= 3)) return draft
  const polygon = at === null ? zone.polygon.toSpliced(index, 1) : zone.polygon.with(index, onPlan(at))
  return withZone(draft, zoneId, { polygon })
}

/** A new corner in the middle of the edge that begins at `index`. */
export function withEdgeSplit(draft: Draft, zoneId: string, index: number): Draft {
  const zone = draft.zones.find(({ id }) => id === zoneId)
  const from = zone?.polygon[index]
  const to = zone?.polygon[(index + 1) % zone.polygon.length]
  if (!zone || !from || !to) return draft
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return withZone(draft, zoneId, { polygon: zone.polygon.toSpliced(index + 1, 0, middle) })
}

export function changesBetween(stored: Draft, now: Draft): DraftChanges {
  const before = new Map(stored.zones.map((zone) => [zone.id, JSON.stringify(zone)]))
  const remaining = new Set(now.zones.map(({ id }) => id))
  const places = new Map(stored.receivers.map(({ id, x, y }) => [id, `${x} ${y}`]))
  return {
    created: now.zones.filter(({ id }) => !before.has(id)),
    changed: now.zones.filter((zone) => before.has(zone.id) && before.get(zone.id) !== JSON.stringify(zone)),
    removed: stored.zones.filter(({ id }) => !remaining.has(id)),
    moved: now.receivers.filter(({ id, x, y }) => places.get(id) !== `${x} ${y}`),
  }
}

export function countOf({ created, changed, removed, moved }: DraftChanges): number {
  return created.length + changed.length + removed.length + moved.length
}

/** Hundredths of a percent are a centimetre or less; nothing lies beyond the plan. */
function onPlan({ x, y }: PlanPoint): PlanPoint {
  const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 100) / 100
  return { x: within(x), y: within(y) }
}
