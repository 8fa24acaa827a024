// Which emergency the wall board turns to, and which it only names. For WallBoard.vue.
import type { Emergency } from '@rollcall/contracts/domains/emergency'

export type WallEvents = { readonly shown: Emergency | null; readonly others: readonly Emergency[] }

const gravity: Readonly<Record<Emergency['mode'], number>> = { live: 0, drill: 1, test: 2 }

/** Of the building, or of all: a real one before a drill, then whichever began first. What concerns other buildings is named only. */
export function wallEvents(events: readonly Emergency[], buildingId: string | null): WallEvents {
  const isHere = ({ scope }: Emergency) => buildingId === null || scope.buildingIds.includes(buildingId)
  const order = (a: Emergency, b: Emergency) =>
    gravity[a.mode] - gravity[b.mode] || Date.parse(a.triggeredAt) - Date.parse(b.triggeredAt)
  const ranked = events.toSorted(order)
  const shown = ranked.find(isHere) ?? null
  return { shown, others: ranked.filter((one) => one !== shown) }
}
