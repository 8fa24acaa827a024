// When each connection is to be checked next: ping, pong, expiry, staleness. One timer turns the wheel for all of them, and a turn
// touches only those that are due, so that idle connections cost nothing. Sessions are on it.

/**
 * `before` and `after` belong to the wheel: the neighbours, null for who is not scheduled. Those of the same turn are linked into
 * a ring; a set for each turn cost a tenth of accepting a connection.
 */
export type ScheduledItem = { before: ScheduledItem | null; after: ScheduledItem | null; upkeep: (now: number) => void }

/** Milliseconds. */
export const wheelStep = 250

/** What is due later than two minutes from now waits at the end of the wheel, and is put on it again from there. */
const slots = 480

export type UpkeepWheel = ReturnType<typeof createUpkeepWheel>

export function createUpkeepWheel(startedAt: number = Date.now()) {
  const wheel = Array.from({ length: slots }, anEmptyRing)
  let turned = Math.floor(startedAt / wheelStep)

  return {
    remove,
    /** In the place of an earlier appointment. */
    schedule(item: ScheduledItem, dueAt: number): void {
      remove(item)
      const steps = Math.ceil(dueAt / wheelStep) - turned
      const ring = wheel[(turned + Math.max(1, Math.min(slots - 1, steps))) % slots]
      if (ring) append(ring, item)
    },
    turn(now: number): void {
      const last = Math.floor(now / wheelStep)
      // After a long sleep of the machine one round serves everybody.
      turned = Math.max(turned, last - slots)
      while (turned < last) {
        turned++
        const ring = wheel[turned % slots]
        // One after the other: each may end those after it. Nobody is put on the ring of this turn again.
        for (let item = ring?.after; item && item !== ring; item = ring?.after) {
          remove(item)
          item.upkeep(now)
        }
      }
    },
  }
}

/** Its own only neighbour; it stays when others come and go. */
function anEmptyRing(): ScheduledItem {
  const ring: ScheduledItem = { before: null, after: null, upkeep: () => {} }
  ring.before = ring
  ring.after = ring
  return ring
}

function append(ring: ScheduledItem, item: ScheduledItem): void {
  const last = ring.before ?? ring
  last.after = item
  item.before = last
  item.after = ring
  ring.before = item
}

function remove(item: ScheduledItem): void {
  if (item.before) item.before.after = item.after
  if (item.after) item.after.before = item.before
  item.before = null
  item.after = null
}
