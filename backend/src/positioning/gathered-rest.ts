// What receivers hear of one badge while it rests, in parts of ten seconds: one counts once the badge was still at rest ten seconds after
// its end, because a walk is noticed late, and a receiver counts that listened in every part. Owned by the rest step.
import type { Rest } from './calibration/rests/rest.ts'
import { restSeconds } from './calibration/rests/rest.ts'
import type { SiteFloor } from './site-model.ts'

/** As long as it takes at most until a badge that walks is no longer taken to rest (motion.ts). */
const partMs = 10_000

/** What one receiver heard: in parts that count, in the one that is over, in the present one. */
interface Tally {
  sum: number
  count: number
  sumBefore: number
  countBefore: number
  sumNow: number
  countNow: number
  /** Of the newest reading, by which one that came twice is told apart. */
  at: number
  rssi: number
  listensNow: boolean
  listenedBefore: boolean
  /** In every part that counts. */
  hasListened: boolean
}

/** Times in epoch milliseconds, as the readings have them. */
export class GatheredRest {
  readonly transmitterId: string
  readonly floor: SiteFloor
  /** When the badge was last found at rest. */
  restedAt: number
  readonly #beganAt: number
  readonly #tallies: ReadonlyMap<string, Tally>
  /** When the present part began, and the one before; null: there is none. */
  #partAt: number
  #beforeAt: number | null = null
  #countedMs = 0

  constructor(transmitterId: string, floor: SiteFloor, at: number) {
    this.transmitterId = transmitterId
    this.floor = floor
    this.#beganAt = this.#partAt = this.restedAt = at
    this.#tallies = new Map(floor.receivers.map(({ receiverId }) => [receiverId, emptyTally()]))
  }

  hear(receiverId: string, at: number, rssi: number): void {
    const tally = this.#tallies.get(receiverId)
    if (!tally || at < this.#beganAt || at < tally.at || (at === tally.at && rssi === tally.rssi)) return
    tally.at = at
    tally.rssi = rssi
    tally.sumNow += rssi
    tally.countNow++
  }

  /** The badge is still at rest. */
  goOn(at: number, isListening: (receiverId: string) => boolean): void {
    this.restedAt = at
    for (const [receiverId, tally] of this.#tallies) if (!tally.listensNow) tally.listensNow = isListening(receiverId)
    if (at - this.#partAt < partMs) return
    if (this.#beforeAt !== null) this.#countedMs += this.#partAt - this.#beforeAt
    for (const tally of this.#tallies.values()) shift(tally, this.#beforeAt !== null)
    this.#beforeAt = this.#partAt
    this.#partAt = at
  }

  /** One part more would be too much. */
  get isLongEnough(): boolean {
    const nextMs = this.#beforeAt === null ? 0 : this.#partAt - this.#beforeAt
    return this.#countedMs + nextMs > restSeconds.most * 1000
  }

  /** What counts of it; null: too little. */
  finish(): (Rest & { endedAt: number }) | null {
    if (this.#countedMs < restSeconds.least * 1000 || this.#beforeAt === null) return null
    const heard = [...this.#tallies].flatMap(([receiverId, { hasListened, sum, count }]) =>
      hasListened ? [{ receiverId, rssi: count > 0 ? Math.round((sum / count) * 100) / 100 : null, count }] : [],
    )
    if (heard.every(({ count }) => count === 0)) return null
    const { transmitterId } = this
    return { transmitterId, seconds: this.#countedMs / 1000, heard, endedAt: this.#beforeAt }
  }
}

const emptyTally = (): Tally => ({
  sum: 0,
  count: 0,
  sumBefore: 0,
  countBefore: 0,
  sumNow: 0,
  countNow: 0,
  at: 0,
  rssi: 0,
  listensNow: false,
  listenedBefore: false,
  hasListened: true,
})

function shift(tally: Tally, counts: boolean): void {
  if (counts) {
    tally.sum += tally.sumBefore
    tally.count += tally.countBefore
    tally.hasListened &&= tally.listenedBefore
  }
  tally.sumBefore = tally.sumNow
  tally.countBefore = tally.countNow
  tally.listenedBefore = tally.listensNow
  tally.sumNow = tally.countNow = 0
  tally.listensNow = false
}
