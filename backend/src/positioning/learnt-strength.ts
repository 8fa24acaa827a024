// How strong a badge has shown itself to be over minutes, and how sure that is: stored with the badge, so that it begins with it when it
// appears again or the process restarts (docs/decisions/0025-what-positions-tell-over-time.md). Owned by a track.

/** dB against the reference power, and its standard deviation. */
export interface Strength {
  db: number
  sureDb: number
}

/** Badges, bodies and phones differ by so much, dB, before anything is known of one. */
export const usualDb = 6
/** What a filter believes of the strength wanders with body and place: so many dB at least, and anew after so many seconds. */
const wandering = { leastDb: 2, seconds: 30 } as const
/** Of so many seconds the mean is taken; what was remembered counts for fewer, because a battery may have been changed since. */
const memory = { mostS: 600, storedS: 300 } as const
/** A badge at rest is always heard by the same way, which tells little. */
const restShare = 0.1
/** A longer gap between two looks says nothing of what was in it, seconds. */
const longestLookS = 2
/** Worth storing: surer than this, another by so much, or so much surer; not more often than this. */
const worth = { sureDb: 3, changeDb: 1, surer: 0.5, leastMs: 60_000 } as const

export class LearntStrength {
  #db: number
  #variance = 0
  #seconds: number
  #at = 0
  #stored: Strength | null
  #storedAt = 0

  /** Null: nothing is known of it yet. */
  constructor(before: Strength | null = null) {
    this.#stored = before
    this.#db = before?.db ?? 0
    this.#seconds = before ? secondsFor(before.sureDb) : 0
  }

  /** Takes what is believed at a time (epoch milliseconds). */
  add(db: number, at: number, isWalking: boolean): void {
    const passedS = this.#at === 0 ? 0 : Math.min(longestLookS, Math.max(0, (at - this.#at) / 1000))
    this.#at = at
    if (passedS === 0) return
    const counted = passedS * (isWalking ? 1 : restShare)
    this.#seconds = Math.min(memory.mostS, this.#seconds + counted)
    const share = counted / this.#seconds
    const off = db - this.#db
    this.#db += share * off
    this.#variance = (1 - share) * (this.#variance + share * off * off)
  }

  get now(): Strength {
    const looks = this.#seconds / wandering.seconds
    return { db: this.#db, sureDb: (usualDb ** -2 + looks / (this.#variance + wandering.leastDb ** 2)) ** -0.5 }
  }

  /** What to begin with, dB: the less sure, the nearer to the reference power. */
  get startDb(): number {
    const { db, sureDb } = this.now
    return db * (1 - (sureDb / usualDb) ** 2)
  }

  /** What is to be stored now; null: it is what is stored already, or not yet known. */
  takeReport(): Strength | null {
    const now = this.now
    if (now.sureDb > worth.sureDb || this.#at - this.#storedAt < worth.leastMs) return null
    const isNew =
      !this.#stored ||
      Math.abs(now.db - this.#stored.db) >= worth.changeDb ||
      now.sureDb < this.#stored.sureDb * worth.surer
    if (!isNew) return null
    this.#storedAt = this.#at
    this.#stored = { db: rounded(now.db), sureDb: rounded(now.sureDb) }
    return this.#stored
  }
}

function secondsFor(sureDb: number): number {
  const looks = (sureDb ** -2 - usualDb ** -2) * wandering.leastDb ** 2
  return Math.min(memory.storedS, Math.max(0, looks * wandering.seconds))
}

const rounded = (value: number) => Math.round(value * 10) / 10
