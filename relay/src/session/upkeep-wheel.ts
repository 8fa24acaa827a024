// When each connection wants a look next: ping, pong, expiry, staleness. One timer turns the wheel for all of them, and a turn
// touches only those that are due, so that idle connections cost nothing. Owned by the hub.

/** `slot` belongs to the wheel: where the item waits, -1 when it does not. */
export type Waiting = { slot: number; upkeep: (now: number) => void }

/** Milliseconds. */
export const wheelStep = 250

/** What is due later than two minutes from now waits at the end of the wheel, and is put on it again from there. */
const slots = 480

export function createUpkeepWheel(startedAt: number = Date.now()) {
  const wheel = Array.from({ length: slots }, () => new Set<Waiting>())
  let turned = Math.floor(startedAt / wheelStep)

  function remove(item: Waiting): void {
    wheel[item.slot]?.delete(item)
    item.slot = -1
  }

  return {
    remove,
    /** In the place of an earlier appointment. */
    schedule(item: Waiting, dueAt: number): void {
      remove(item)
      const steps = Math.ceil(dueAt / wheelStep) - turned
      item.slot = (turned + Math.max(1, Math.min(slots - 1, steps))) % slots
      wheel[item.slot]?.add(item)
    },
    turn(now: number): void {
      const last = Math.floor(now / wheelStep)
      // After a long sleep of the machine one round serves everybody.
      turned = Math.max(turned, last - slots)
      while (turned < last) {
        turned++
        const slot = wheel[turned % slots]
        for (const item of slot ? [...slot] : []) {
          // An earlier one of this round may have ended it.
          if (item.slot !== turned % slots) continue
          remove(item)
          item.upkeep(now)
        }
      }
    },
  }
}
