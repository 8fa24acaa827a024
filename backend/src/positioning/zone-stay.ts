// Which zone a badge is in, without flicker: entered when probable for a while, left when improbable for longer (rules 10).
// Owned by a device, changed by the zone step.
import type { BleSettings } from '@rollcall/contracts/domains/settings'

export class ZoneStay {
  #current: string | null = null
  #candidate: string | null = null
  #candidateSince = 0
  #doubtSince: number | null = null

  /** Takes the probability per zone id and answers the zone. */
  update(probabilities: ReadonlyMap<string, number>, now: number, ble: BleSettings): string | null {
    const likely = mostLikely(probabilities)
    if (likely && likely.id !== this.#current && likely.probability > ble.zoneEnterProbability) {
      if (this.#candidate !== likely.id) [this.#candidate, this.#candidateSince] = [likely.id, now]
      if (now - this.#candidateSince >= ble.zoneEnterSeconds * 1000) this.#enter(likely.id)
    } else this.#candidate = null
    this.#doubt((this.#current === null ? 1 : probabilities.get(this.#current)) ?? 0, now, ble)
    return this.#current
  }

  #doubt(probability: number, now: number, ble: BleSettings): void {
    if (probability >= ble.zoneLeaveProbability) this.#doubtSince = null
    else if (this.#doubtSince === null) this.#doubtSince = now
    else if (now - this.#doubtSince >= ble.zoneLeaveSeconds * 1000) this.#enter(null)
  }

  #enter(id: string | null): void {
    this.#current = id
    this.#candidate = null
    this.#doubtSince = null
  }
}

function mostLikely(probabilities: ReadonlyMap<string, number>): { id: string; probability: number } | null {
  let best: { id: string; probability: number } | null = null
  for (const [id, probability] of probabilities) if (!best || probability > best.probability) best = { id, probability }
  return best
}
