// One transmitter as heard by one receiver: the last readings in a ring. Owned by a device, filled by the smooth step.

/** Ten seconds at three advertisements a second fit. */
const capacity = 32
/**
 * A plain mean over the window of a walking badge is old news; a reading this much older counts for a third. The best time constant
 * for a strength that wanders by q dB²/s, read every Δt with a scatter of r dB², is √(r·Δt/q). At rest one reading scatters by 3.3 dB;
 * someone who walks a metre a second changes a link by 1.7 dB through distance (5 m away) and 1.5 dB through shadows (4 dB over
 * 2.5 m), so q is 5; two readings a second give 1.04 s.
 */
const recentMs = 1000

export class Link {
  /** Times and strengths of the readings. Plain arrays that grow: typed ones live outside the heap, and a large site has a hundred
   * thousand links. */
  readonly #times: number[] = []
  readonly #strengths: number[] = []
  #next = 0
  #takenUntil = 0
  /** Epoch milliseconds of the newest reading. */
  latest = 0

  /** False for a duplicate: the same time and strength from the same receiver. */
  add(at: number, rssi: number): boolean {
    const times = this.#times
    for (let i = 0; i < times.length; i++) if (times[i] === at && this.#strengths[i] === rssi) return false
    times[this.#next] = at
    this.#strengths[this.#next] = rssi
    this.#next = (this.#next + 1) % capacity
    this.latest = Math.max(this.latest, at)
    return true
  }

  /** Mean strength of the readings after `since`, recent ones counting more; null when there are none. */
  mean(since: number): number | null {
    let sum = 0
    let total = 0
    const times = this.#times
    for (let i = 0; i < times.length; i++) {
      const at = times[i]!
      if (at > since) {
        const weight = at === this.latest ? 1 : Math.exp((at - this.latest) / recentMs)
        sum += this.#strengths[i]! * weight
        total += weight
      }
    }
    return total > 0 ? sum / total : null
  }

  /**
   * The mean of the readings that were not taken before, with the part of a second that they speak for: what a place adds to a
   * strength stays for about as long, so that ten readings a second say little more than one.
   */
  takeFresh(): { rssi: number; weight: number } | null {
    let [sum, count] = [0, 0]
    for (let i = 0; i < this.#times.length; i++) {
      if (this.#times[i]! <= this.#takenUntil) continue
      sum += this.#strengths[i]!
      count++
    }
    if (count === 0) return null
    const weight = Math.min(1, (this.latest - this.#takenUntil) / 1000)
    this.#takenUntil = this.latest
    return { rssi: sum / count, weight }
  }

  /** Over what the ring holds, for the signal monitor. */
  statistics() {
    const order = this.#times.map((_, i) => i).sort((a, b) => this.#times[a]! - this.#times[b]!)
    const rssi = order.map((i) => this.#strengths[i]!)
    const gaps = order.slice(1).map((i, k) => this.#times[i]! - this.#times[order[k]!]!)
    const meanRssi = rssi.reduce((sum, value) => sum + value, 0) / rssi.length
    const variance = rssi.reduce((sum, value) => sum + (value - meanRssi) ** 2, 0) / rssi.length
    const spanS = gaps.reduce((sum, gap) => sum + gap, 0) / 1000
    const sortedGaps = gaps.sort((a, b) => a - b)
    return {
      lastRssi: rssi.at(-1)!,
      meanRssi,
      sdRssi: Math.sqrt(variance),
      readingsPerSecond: spanS > 0 ? gaps.length / spanS : 0,
      gapP95Ms: sortedGaps[Math.floor(sortedGaps.length * 0.95)] ?? 0,
    }
  }
}
