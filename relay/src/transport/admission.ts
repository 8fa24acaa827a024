// How many connections there may be: in all, per second, per address, and of clients that have not said who they are, in all and per
// address, so that one stranger cannot take the places of all. Checked before
// the upgrade, answered with 503, so that a flood never reaches those who are connected.
import type { Limits } from '../limits.ts'

export type Admission = ReturnType<typeof createAdmission>

export function createAdmission(
  limits: Limits,
  unidentified: () => number,
  onRefusal: () => void,
  now: () => number = Date.now,
) {
  const perAddress = new Map<string, { address: string; open: number; unidentified: number }>()
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
    const { connectionsPerAddress: most, unidentifiedPerAddress: mostStrangers } = limits
    const there = perAddress.get(address)
    if (!there) return false
    return (most > 0 && there.open >= most) || (mostStrangers > 0 && there.unidentified >= mostStrangers)
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
      const there = perAddress.get(address)
      if (there) {
        there.open++
        there.unidentified++
      } else perAddress.set(address, { address, open: 1, unidentified: 1 })
      return true
    },
    /** The same text, the one that is kept anyway: each connection of an address has another. */
    known: (address: string) => perAddress.get(address)?.address ?? address,
    /** One of that address has said who it is. */
    identified(address: string): void {
      const there = perAddress.get(address)
      if (there) there.unidentified--
    },
    leave(address: string, wasIdentified: boolean): void {
      open--
      const there = perAddress.get(address)
      if (!there) return
      there.open--
      if (!wasIdentified) there.unidentified--
      if (there.open === 0) perAddress.delete(address)
    },
  }
}
