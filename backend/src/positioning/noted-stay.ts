// Where the activity log says that a badge is: it follows the zone only after a stay, so that whoever passes through a room, or sits beside
// its wall, fills no pages. Owned by the notice step, one per badge. Times in epoch milliseconds.

/** So long somebody must be in another zone, or in none, before it is worth a line. */
const worthMs = { zone: 30_000, none: 120_000 } as const

export interface Move {
  from: string | null
  to: string | null
  /** When it began. */
  at: number
}

export class NotedStay {
  zoneId: string | null = null
  since: number
  #next: { zoneId: string | null; since: number }

  constructor(at: number) {
    this.since = at
    this.#next = { zoneId: null, since: at }
  }

  /** As it was stored: where the log has the badge, and in which zone it is. */
  static resumed(noted: { zoneId: string | null; since: number }, next: { zoneId: string | null; since: number }) {
    const stay = new NotedStay(noted.since)
    stay.zoneId = noted.zoneId
    stay.#next = next
    return stay
  }

  /** Since when the badge is in the zone of now. */
  get zoneSince(): number {
    return this.#next.since
  }

  /** Takes the zone of now, and since when it is by what one knows now, and answers what is to be noted, if anything. */
  update(zoneId: string | null, at: number, zoneSince = at): Move | null {
    if (zoneId !== this.#next.zoneId) this.#next = { zoneId, since: Math.max(this.#next.since, zoneSince) }
    const { since } = this.#next
    if (zoneId === this.zoneId || at - since < (zoneId === null ? worthMs.none : worthMs.zone)) return null
    const from = this.zoneId
    this.zoneId = zoneId
    this.since = since
    return { from, to: zoneId, at: since }
  }
}
