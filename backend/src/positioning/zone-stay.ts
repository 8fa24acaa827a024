// Which zone a badge is in, without flicker: entered when probable for a while, left when improbable for longer (rules 10). Of zones
// in one another it is the smallest that is probable: who is surely in the core of a floor need not be surely in one of its rooms.
// Owned by a device, changed by the zone step.
import type { BleSettings } from '@rollcall/contracts/domains/settings'
import type { ZoneProbabilities } from './zone-probability.ts'

/** A less likely zone is none to name; another one is named when it is twice as likely. */
const near = { least: 0.05, twice: 0.5 } as const

export class ZoneStay {
  /** How likely the zone is; null: in none. */
  probability: number | null = null
  /** Where in none: the zone it is probably in or beside. */
  nearId: string | null = null
  /** When it became probable that the badge is there, which is before it was sure. Epoch milliseconds. */
  since = 0
  #current: string | null = null
  #candidate: string | null = null
  #candidateSince = 0
  #doubtSince: number | null = null

  /** After a restart of the process: it was in this zone. */
  resume(zoneId: string | null, since: number): void {
    this.#enter(zoneId, since)
  }

  /** The badge is on a floor with these zones; a zone of another floor is left without delay. */
  comeTo(floorZones: readonly string[], now: number): void {
    if (this.#current !== null && !floorZones.includes(this.#current)) this.#enter(null, now)
  }

  /** Takes the probability per zone id, the largest zone first, and answers the zone. */
  update(probabilities: ZoneProbabilities, now: number, ble: BleSettings): string | null {
    const probable = [...probabilities.keys()].filter((id) => probabilities.get(id)! > ble.zoneEnterProbability)
    const smallest = probable.at(-1) ?? null
    const probability = (this.#current === null ? 1 : probabilities.get(this.#current)) ?? 0
    if (smallest !== this.#candidate) [this.#candidate, this.#candidateSince] = [smallest, now]
    // A room is left for what is around it when it has become improbable, not while it is merely less sure.
    const isUnsure = this.#current !== null && !probable.includes(this.#current)
    const holdsOn = smallest === this.#current || (isUnsure && probability >= ble.zoneLeaveProbability)
    const isDue = now - this.#candidateSince >= ble.zoneEnterSeconds * 1000
    if (smallest !== null && isDue && !holdsOn) this.#enter(smallest, this.#candidateSince)
    else this.#doubt(probability, now, ble)
    this.probability = this.#current === null ? null : (probabilities.get(this.#current) ?? 0)
    this.nearId = this.#current === null ? this.#nearest(probabilities.alone ?? probabilities) : null
    return this.#current
  }

  /** The likeliest; the one named before as long as no other is twice as likely. */
  #nearest(probabilities: ReadonlyMap<string, number>): string | null {
    let likeliest: string | null = null
    let most: number = near.least
    for (const [id, probability] of probabilities) if (probability >= most) [likeliest, most] = [id, probability]
    const before = this.nearId === null ? 0 : (probabilities.get(this.nearId) ?? 0)
    return before >= Math.max(near.least, most * near.twice) ? this.nearId : likeliest
  }

  #doubt(probability: number, now: number, ble: BleSettings): void {
    if (probability >= ble.zoneLeaveProbability) this.#doubtSince = null
    else if (this.#doubtSince === null) this.#doubtSince = now
    else if (now - this.#doubtSince >= ble.zoneLeaveSeconds * 1000) this.#enter(null, this.#doubtSince)
  }

  #enter(id: string | null, since: number): void {
    this.#current = id
    this.since = since
    this.#candidate = null
    this.#doubtSince = null
  }
}
