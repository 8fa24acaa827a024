// Which floor a badge is on: evidence of every update is accumulated per floor, and a change needs it repeated or overwhelming
// (positioning 2.4). Owned by a device, changed by the choose-floor step.

/** Probability of staying on the floor from one second to the next. */
const stayPerSecond = 0.99
/** Log-odds that count as evidence, and that suffice at once. */
const odds = { repeated: 3, overwhelming: 6 } as const
/** Who is nowhere near stairs or a lift changes floor only when that much is said for so many times as long. */
const afar = { odds: odds.overwhelming, times: 4 } as const

export class FloorChoice {
  /** Log-probability per floor id. */
  #belief = new Map<string, number>()
  #current: string | null = null
  #agreeing = 0
  #at = 0

  /** Takes one log-likelihood per floor and answers the floor with its probability. `canLeave`: a way to another floor may be near. */
  update(
    evidence: ReadonlyMap<string, number>,
    now: number,
    updatesNeeded: number,
    canLeave = true,
  ): { floorId: string; probability: number } {
    this.#belief = this.#predicted([...evidence.keys()], this.#at === 0 ? 1 : (now - this.#at) / 1000)
    this.#at = now
    for (const [id, value] of evidence) this.#belief.set(id, this.#belief.get(id)! + value)
    normalise(this.#belief)
    const best = [...this.#belief].reduce((a, b) => (b[1] > a[1] ? b : a))
    const current = this.#current === null ? undefined : this.#belief.get(this.#current)
    if (this.#current === null || current === undefined) this.#settle(best[0])
    else if (best[0] !== this.#current) {
      const lead = best[1] - current
      this.#agreeing = lead > (canLeave ? odds.repeated : afar.odds) ? this.#agreeing + 1 : 0
      const isClear = canLeave && lead > odds.overwhelming
      if (isClear || this.#agreeing >= updatesNeeded * (canLeave ? 1 : afar.times)) this.#settle(best[0])
    } else this.#agreeing = 0
    return { floorId: this.#current!, probability: Math.exp(this.#belief.get(this.#current!)!) }
  }

  /** Where it is; null: not known yet. */
  get current(): string | null {
    return this.#current
  }

  /** After a restart of the process: it was on this floor then, epoch milliseconds. */
  resume(floorId: string, at: number): void {
    this.#belief = new Map([[floorId, 0]])
    this.#at = at
    this.#settle(floorId)
  }

  #settle(floorId: string): void {
    this.#current = floorId
    this.#agreeing = 0
  }

  /** The belief before the new evidence: a little of every floor leaks into the others. */
  #predicted(ids: readonly string[], seconds: number): Map<string, number> {
    const stay = stayPerSecond ** Math.max(0.1, Math.min(seconds, 60))
    const others = Math.max(1, ids.length - 1)
    return new Map(
      ids.map((id) => {
        const before = this.#belief.size > 0 ? Math.exp(this.#belief.get(id) ?? -20) : 1 / ids.length
        return [id, Math.log(before * stay + ((1 - before) * (1 - stay)) / others + 1e-12)]
      }),
    )
  }
}

function normalise(belief: Map<string, number>): void {
  const most = Math.max(...belief.values())
  let sum = 0
  for (const value of belief.values()) sum += Math.exp(value - most)
  const total = most + Math.log(sum)
  for (const [id, value] of belief) belief.set(id, value - total)
}
