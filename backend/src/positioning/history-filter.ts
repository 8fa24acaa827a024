// Which positions enter the history: a badge that rests on a desk for a day must not fill the disk. Used by the writer.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'

/** What the next one is compared with. */
export type KeptPosition = Pick<PositionEntry, 'transmitterId' | 'floorId' | 'zoneId' | 'timestamp'> & {
  position: Pick<PositionEntry['position'], 'xM' | 'yM'>
}

/** Kept when moved this far, or this long after the last one kept, or when floor or zone changed. */
const keep = { movedM: 1, everyMs: 30_000 } as const

/** `kept`: what the history has of a process before. */
export function createHistoryFilter(kept: readonly KeptPosition[] = []): (entry: PositionEntry) => boolean {
  const last = new Map<string, KeptPosition>(kept.map((entry) => [entry.transmitterId, entry]))
  return (entry) => {
    const before = last.get(entry.transmitterId)
    const isNewPosition =
      !before ||
      before.floorId !== entry.floorId ||
      before.zoneId !== entry.zoneId ||
      entry.timestamp - before.timestamp >= keep.everyMs ||
      Math.hypot(entry.position.xM - before.position.xM, entry.position.yM - before.position.yM) >= keep.movedM
    if (isNewPosition) last.set(entry.transmitterId, entry)
    return isNewPosition
  }
}
