// The list twin of the map: the same people and assets as rows, for keyboard, screen reader and search.
import type { EntityType, PositionEntry } from '@rollcall/contracts/domains/positions'
import { serverNow } from '../realtime/server-clock.ts'
import { isPerson } from '../ui/entity-kind.ts'
import { timeAgo } from '../ui/site-time.ts'
import { stateOf } from '../ui/position-state.ts'
import type { MarkerState } from '../ui/position-state.ts'
import { t } from './texts.ts'

export type FloorRow = {
  readonly id: string
  readonly name: string
  readonly kind: EntityType
  readonly state: MarkerState
  /** "Canteen", "Near Canteen" */
  readonly place: string
  readonly seenAt: number
  /** Percent of the plan. */
  readonly x: number
  readonly y: number
}

export const kindWords: Record<EntityType, string> = {
  get employee() {
    return t('employee')
  },
  get visitor() {
    return t('visitor')
  },
  get contractor() {
    return t('contractor')
  },
  get asset() {
    return t('asset')
  },
  get standalone() {
    return t('badge')
  },
}

/** People before assets, then by name. */
export function floorRows(
  positions: ReadonlyMap<string, PositionEntry>,
  zones: ReadonlyMap<string, string>,
  now: number,
): FloorRow[] {
  return [...positions.values()]
    .map((entry) => ({
      id: entry.transmitterId,
      name: entry.name,
      kind: entry.entityType,
      state: stateOf(entry, now),
      place: placeOf(entry, zones),
      seenAt: entry.timestamp,
      x: entry.position.x,
      y: entry.position.y,
    }))
    .toSorted((a, b) => Number(isPerson(b.kind)) - Number(isPerson(a.kind)) || a.name.localeCompare(b.name))
}

function placeOf({ zoneId, nearZoneId }: PositionEntry, zones: ReadonlyMap<string, string>): string {
  const near = zones.get(nearZoneId ?? '')
  return zones.get(zoneId ?? '') ?? (near ? t('nearNear', { near }) : t('outsideAnyZone'))
}

/** How long ago at a moment that is played back (`at`), or now. */
export function agoAt(seenAt: number, at: number | null, timeZone?: string): string {
  if (at === null) return timeAgo(seenAt, serverNow(), timeZone)
  const seconds = Math.floor((at - seenAt) / 1000)
  if (seconds < 5 || seconds >= 3600) return timeAgo(seenAt, at, timeZone)
  return seconds < 60 ? t('secondsBefore', { seconds }) : t('minutesBefore', { minutes: Math.floor(seconds / 60) })
}

/** Which of these is nearest to a moment, epoch milliseconds. */
export function nearestInTime<T extends { readonly timestamp: number }>(points: readonly T[], at: number): T | null {
  const away = ({ timestamp }: T) => Math.abs(timestamp - at)
  return points.reduce<T | null>((best, one) => (best === null || away(one) < away(best) ? one : best), null)
}

/** Every word of the search must occur in name, kind or place. */
export function matchingRows(rows: readonly FloorRow[], search: string): readonly FloorRow[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return rows
  return rows.filter((row) => {
    const text = `${row.name} ${kindWords[row.kind]} ${row.place}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
}

/** People per zone, without those whose badge has been silent too long to count as here. */
export function peopleByZone(positions: ReadonlyMap<string, PositionEntry>, now: number): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of positions.values()) {
    if (entry.zoneId === null || !isPerson(entry.entityType) || stateOf(entry, now) === 'stale') continue
    counts.set(entry.zoneId, (counts.get(entry.zoneId) ?? 0) + 1)
  }
  return counts
}
