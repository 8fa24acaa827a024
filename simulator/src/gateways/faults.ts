// What goes wrong between a badge and the backend, on request. Applied by world.ts to every window; the demo runs with a little of it,
// as real sites do, and main.ts takes more from the settings.
import type { Random } from '../random.ts'
import type { Raddec } from './raddec.ts'

export interface Faults {
  /** Receivers that hear nothing. */
  deadReceivers?: ReadonlySet<string>
  /** Receivers that hear nothing for a few minutes of every hour. */
  failingReceivers?: ReadonlySet<string>
  /** Badges that send nothing. */
  silentBadges?: ReadonlySet<string>
  /** Badges that report their last percent and fall silent a few minutes after the start. */
  flatBadges?: ReadonlySet<string>
  /** Milliseconds by which the clock of a receiver is ahead; behind when negative. */
  skewedReceivers?: ReadonlyMap<string, number>
  /** Share of raddecs that arrive twice. */
  duplicates?: number
  /** Share of raddecs whose clock is 6–12 s behind. */
  late?: number
  /** Everything is held back for so many seconds and then sent at once. */
  burstSeconds?: number
  /** The first so many seconds of every minute nothing arrives at all. */
  silentSeconds?: number
}

/** Until a flat badge falls silent. */
const flatAfterS = 180

export function isSilent(transmitterId: string, { silentBadges, flatBadges }: Faults, atS: number): boolean {
  return silentBadges?.has(transmitterId) === true || (atS >= flatAfterS && flatBadges?.has(transmitterId) === true)
}

/** When a failing receiver is down, in seconds of the hour: soon after the start, so that whoever tries the demo sees it noticed. */
const downFromS = 120
const downToS = 360

function isDown(receiverId: string, { deadReceivers, failingReceivers }: Faults, atS: number): boolean {
  if (deadReceivers?.has(receiverId)) return true
  const second = atS % 3600
  return second >= downFromS && second < downToS && failingReceivers?.has(receiverId) === true
}

export interface FaultyLine {
  /** `atS`: radio time since the start. */
  pass(raddecs: readonly Raddec[], faults: Faults, atS: number): Raddec[]
}

export function createFaultyLine(random: Random): FaultyLine {
  let held: Raddec[] = []
  let sentAtS = 0
  return {
    pass(raddecs, faults, atS) {
      const { burstSeconds = 0, silentSeconds = 0 } = faults
      if (atS % 60 < silentSeconds) return []
      held.push(...raddecs.flatMap((raddec) => damaged(raddec, faults, random, atS)))
      if (atS - sentAtS < burstSeconds) return []
      const out = held
      held = []
      sentAtS = atS
      return out
    },
  }
}

function damaged(raddec: Raddec, faults: Faults, random: Random, atS: number): Raddec[] {
  const { duplicates, late } = faults
  // A receiver that is down does not advertise either.
  if (isSilent(raddec.transmitterId, faults, atS) || isDown(raddec.transmitterId, faults, atS)) return []
  const working = raddec.rssiSignature.filter(({ receiverId }) => !isDown(receiverId, faults, atS))
  if (working.length === 0) return []
  const delay = late && random.chance(late) ? Math.round(random.between(6_000, 12_000)) : 0
  const sent = byClock({ ...raddec, rssiSignature: working, timestamp: raddec.timestamp - delay }, faults)
  return duplicates && random.chance(duplicates) ? [...sent, ...sent] : sent
}

/** A receiver with a clock of its own sends its own raddecs. */
function byClock(raddec: Raddec, { skewedReceivers }: Faults): Raddec[] {
  if (!skewedReceivers) return [raddec]
  const right = raddec.rssiSignature.filter(({ receiverId }) => !skewedReceivers.has(receiverId))
  const wrong = raddec.rssiSignature.flatMap((entry) => {
    const skewMs = skewedReceivers.get(entry.receiverId)
    return skewMs === undefined ? [] : [{ ...raddec, rssiSignature: [entry], timestamp: raddec.timestamp + skewMs }]
  })
  return right.length > 0 ? [{ ...raddec, rssiSignature: right }, ...wrong] : wrong
}
