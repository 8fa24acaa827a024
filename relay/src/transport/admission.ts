// How many connections there may be: in all, per second, per address, and of clients that have not said who they are. Checked before
// the upgrade, answered with 503, so that a flood never reaches those who are connected.
import type { Limits } from '../limits.ts'

export type Admission = ReturnType<typeof createAdmission>

export function createAdmission(
  limits: Limits,
  unidentified: () => number,
  onRefusal: () => void,
  now: () => number = Date.now,
) {
  const perAddress = new Map<string, number>()
  let open = 0
  let second = 0
  let acceptedThisSecond = 0

  function isFull(address: string): boolean {
    const currentSecond = Math.floor(now() / 1000)
    if (currentSecond !== second) {
      second = currentSecond
      acceptedThisSecond = 0
    }
    if (limits.connections > 0 && open >= limits.connections) return true
    if (limits.unidentified > 0 && unidentified() >= limits.unidentified) return true
    if (limits.connectionRate > 0 && acceptedThisSecond >= limits.connectionRate) return true
    return limits.connectionsPerAddress > 0 && (perAddress.get(address) ?? 0) >= limits.connectionsPerAddress
  }

  return {
    /** Takes a place, which `leave` gives back. */
    enter(address: string): boolean {
      if (isFull(address)) {
        onRefusal()
        return false
      }
      open++
      acceptedThisSecond++
      perAddress.set(address, (perAddress.get(address) ?? 0) + 1)
      return true
    },
    leave(address: string): void {
      open--
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    },
  }
}
