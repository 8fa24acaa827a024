// How well the line from one receiver works, over the last minute or two: pauses, its clock, what comes late or twice. Kept by
// receiver-health.ts for every receiver; readiness is made of it (docs/readiness.md).

export interface LineQuality {
  /** The longest pause between two deliveries; a silence that made the receiver offline is none. */
  pauseMs: number
  /** By how much its clock is off: of the reading that came straightest. Ahead when positive. */
  clockOffMs: number
  /** Shares of the readings. Late is measured by the receiver's own clock, whatever it says. */
  lateShare: number
  twiceShare: number
}

export interface Line {
  /** Something was delivered. */
  arrive(arrivedAt: number): void
  /** One of the readings that were delivered, or of those that are judged by. */
  note(arrivedAt: number, skewMs: number): void
  noteTwice(): void
  quality(): LineQuality
}

/** A reading older than this when it comes is not taken by its own time (rules 10). */
const lateMs = 5000
/** Longer, and the receiver is offline (rules 8). */
const offlineMs = 90_000
const generationMs = 60_000

interface Minute {
  readings: number
  late: number
  twice: number
  pauseMs: number
  clockOffMs: number
}

const emptyMinute = (): Minute => ({ readings: 0, late: 0, twice: 0, pauseMs: 0, clockOffMs: -Infinity })

/** Two generations: what is told is of one minute at least and of two at most. */
export function createLine(): Line {
  let [young, old] = [emptyMinute(), emptyMinute()]
  let [bornAt, seenAt] = [0, 0]
  const clockOffMs = () => Math.max(young.clockOffMs, old.clockOffMs)
  const age = (arrivedAt: number) => {
    if (arrivedAt - bornAt <= generationMs) return
    old = arrivedAt - bornAt > 2 * generationMs ? emptyMinute() : young
    young = emptyMinute()
    bornAt = arrivedAt
  }
  return {
    arrive(arrivedAt) {
      age(arrivedAt)
      const pauseMs = seenAt === 0 ? 0 : arrivedAt - seenAt
      if (pauseMs > young.pauseMs && pauseMs < offlineMs) young.pauseMs = pauseMs
      seenAt = arrivedAt
    },
    note(arrivedAt, skewMs) {
      age(arrivedAt)
      if (skewMs > young.clockOffMs) young.clockOffMs = skewMs
      young.readings++
      if (clockOffMs() - skewMs > lateMs) young.late++
    },
    noteTwice: () => void young.twice++,
    quality() {
      const readings = Math.max(1, young.readings + old.readings)
      return {
        pauseMs: Math.max(young.pauseMs, old.pauseMs),
        clockOffMs: Number.isFinite(clockOffMs()) ? clockOffMs() : 0,
        lateShare: (young.late + old.late) / readings,
        twiceShare: (young.twice + old.twice) / readings,
      }
    },
  }
}
