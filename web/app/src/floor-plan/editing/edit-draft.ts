// A floor while it is being edited: zones and places of receivers, with every step remaining so that it can be taken back. Pure; the
// editor shows it, save-draft.ts sends what differs from what is stored.
import type { FloorContext } from '@rollcall/contracts/domains/context'
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { PlanPoint, Zone } from '@rollcall/contracts/domains/zones'

type PlanFloor = { readonly widthM: number; readonly heightM: number }

/** On the plan one covers the other. */
const hiddenWithinM = 0.3

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
  /** Metres above the floor. */
  readonly zM: number | null
}
/** Its id is only ours. */
export type DraftWall = Wall & { readonly id: string }
export type Draft = {
  readonly zones: readonly DraftZone[]
  readonly receivers: readonly DraftReceiver[]
  readonly walls: readonly DraftWall[]
  /** When the stored walls were last changed. */
  readonly wallsAt: string
  /** When each stored zone and receiver was last changed, by its id. */
  readonly changedAt: Readonly<Record<string, string>>
}

export type DraftChanges = {
  readonly created: readonly DraftZone[]
  readonly changed: readonly DraftZone[]
  readonly removed: readonly DraftZone[]
  readonly moved: readonly DraftReceiver[]
  /** All of them, when one differs. */
  readonly walls: { readonly drawn: readonly DraftWall[]; readonly since: string } | null
  /** Of zones and receivers, by id: as they were when they were read. */
  readonly since: Readonly<Record<string, string>>
}

export function draftOf({ zones, receivers, walls }: Pick<FloorContext, 'zones' | 'receivers' | 'walls'>): Draft {
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
    receivers: receivers.map(({ id, name, x, y, zM }) => ({ id, name, x, y, zM })),
    walls: walls.walls.map((wall, index) => ({ ...wall, id: `stored-${index}` })),
    wallsAt: walls.updatedAt,
    changedAt: Object.fromEntries([...zones, ...receivers].map(({ id, updatedAt }) => [id, updatedAt])),
  }
}

export function withZone(draft: Draft, id: string, change: Partial<DraftZone>): Draft {
  return { ...draft, zones: draft.zones.map((zone) => (zone.id === id ? { ...zone, ...change } : zone)) }
}

export function withReceiver(draft: Draft, id: string, change: Partial<DraftReceiver>): Draft {
  return { ...draft, receivers: draft.receivers.map((one) => (one.id === id ? { ...one, ...change } : one)) }
}

export const withReceiverAt = (draft: Draft, id: string, at: PlanPoint): Draft => withReceiver(draft, id, onPlan(at))

/** Receivers that hang at the same place as another, which hides them on the plan. */
export function stackedWith(draft: Draft, id: string, { widthM, heightM }: PlanFloor): DraftReceiver[] {
  const one = draft.receivers.find((receiver) => receiver.id === id)
  if (!one || one.x === null || one.y === null) return []
  const { x, y } = one
  const farM = (other: DraftReceiver) =>
    Math.hypot((((other.x ?? 999) - x) * widthM) / 100, (((other.y ?? 999) - y) * heightM) / 100)
  return draft.receivers.filter((other) => other.id !== id && farM(other) < hiddenWithinM)
}

/** `index` of the corner; a null point takes it away, which a triangle does not allow. */
export function withCorner(draft: Draft, zoneId: string, index: number, at: PlanPoint | null): Draft {
  const zone = draft.zones.find(({ id }) => id === zoneId)
  if (!zone || (at === null && zone.polygon.length <= 3)) return draft
  const polygon = at === null ? zone.polygon.toSpliced(index, 1) : zone.polygon.with(index, onPlan(at))
  return withZone(draft, zoneId, { polygon })
}

/** A new corner on the edge that begins at `index`; null: in its middle. */
export function withEdgeSplit(draft: Draft, zoneId: string, index: number, at: PlanPoint | null = null): Draft {
  const zone = draft.zones.find(({ id }) => id === zoneId)
  const from = zone?.polygon[index]
  const to = zone?.polygon[(index + 1) % zone.polygon.length]
  if (!zone || !from || !to) return draft
  const middle = at ? onPlan(at) : { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }
  return withZone(draft, zoneId, { polygon: zone.polygon.toSpliced(index + 1, 0, middle) })
}

export function changesBetween(stored: Draft, now: Draft): DraftChanges {
  const before = new Map(stored.zones.map((zone) => [zone.id, JSON.stringify(zone)]))
  const remaining = new Set(now.zones.map(({ id }) => id))
  const receivers = new Map(stored.receivers.map((one) => [one.id, JSON.stringify(one)]))
  return {
    created: now.zones.filter(({ id }) => !before.has(id)),
    changed: now.zones.filter((zone) => before.has(zone.id) && before.get(zone.id) !== JSON.stringify(zone)),
    removed: stored.zones.filter(({ id }) => !remaining.has(id)),
    moved: now.receivers.filter((one) => receivers.get(one.id) !== JSON.stringify(one)),
    walls:
      JSON.stringify(stored.walls) === JSON.stringify(now.walls) ? null : { drawn: now.walls, since: stored.wallsAt },
    since: stored.changedAt,
  }
}

export function countOf({ created, changed, removed, moved, walls }: DraftChanges): number {
  return created.length + changed.length + removed.length + moved.length + (walls ? 1 : 0)
}

/** Hundredths of a percent are a centimetre or less; nothing lies beyond the plan. */
export function onPlan({ x, y }: PlanPoint): PlanPoint {
  const within = (value: number) => Math.round(Math.min(100, Math.max(0, value)) * 100) / 100
  return { x: within(x), y: within(y) }
}
