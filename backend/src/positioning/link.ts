// One transmitter as heard by one receiver: the last readings in a ring. Owned by a device, filled by the smooth step.

/** Ten seconds at three advertisements a second fit. */
const capacity = 32

export class Link {
  readonly #at = new Float64Array(capacity)
  readonly #rssi = new Float32Array(capacity)
  #count = 0
  #next = 0
  /** Epoch milliseconds of the newest reading. */
  latest = 0

  /** False for a duplicate: the same time and strength from the same receiver. */
  add(at: number, rssi: number): boolean {
    for (let i = 0; i < this.#count; i++) if (this.#at[i] === at && this.#rssi[i] === rssi) return false
    this.#at[this.#next] = at
    this.#rssi[this.#next] = rssi
    this.#next = (this.#next + 1) % capacity
    this.#count = Math.min(capacity, this.#count + 1)
    this.latest = Math.max(this.latest, at)
    return true
  }

  /** Mean strength of the readings after `since`, or null when there are none. */
  mean(since: number): number | null {
    let [sum, count] = [0, 0]
    for (let i = 0; i < this.#count; i++) {
      if (this.#at[i]! > since) {
        sum += this.#rssi[i]!
        count++
      }
    }
    return count > 0 ? sum / count : null
  }
}
