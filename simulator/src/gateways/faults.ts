// What goes wrong between a badge and the backend, on request: dead receivers, flat badges, duplicates, late batches.
// Applied by world.ts to every window; the demo runs with a little of it, as real sites do.
import type { Random } from '../random.ts'
import type { Raddec } from './raddec.ts'

export interface Faults {
  /** Receivers that hear nothing. */
  deadReceivers?: ReadonlySet<string>
  /** Badges that send nothing. */
  silentBadges?: ReadonlySet<string>
  /** Share of raddecs that arrive twice. */
  duplicates?: number
  /** Share of raddecs whose clock is 6–12 s behind. */
  late?: number
}

export function applyFaults(raddecs: readonly Raddec[], faults: Faults, random: Random): Raddec[] {
  const out: Raddec[] = []
  for (const raddec of raddecs) {
    if (faults.silentBadges?.has(raddec.transmitterId)) continue
    const heard = faults.deadReceivers
      ? raddec.rssiSignature.filter((entry) => !faults.deadReceivers?.has(entry.receiverId))
      : raddec.rssiSignature
    if (heard.length === 0) continue
    const delay = faults.late && random.chance(faults.late) ? Math.round(random.between(6_000, 12_000)) : 0
    const sent = { ...raddec, rssiSignature: heard, timestamp: raddec.timestamp - delay }
    out.push(sent)
    if (faults.duplicates && random.chance(faults.duplicates)) out.push(sent)
  }
  return out
}
