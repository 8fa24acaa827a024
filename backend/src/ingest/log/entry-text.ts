// How readings lie in a shared log: JSON of short rows. A time is written only when the gateway gave one, for what arrived just now
// arrived by the log's clock, not by that of the machine that took it. Used by redis-log.ts.
import type { BatteryReport } from '../dynamb-adapter.ts'
import type { Reading } from '../reading.ts'

type Row = [transmitterId: string, receiverId: string, rssi: number, at: number | null, ...rest: unknown[]]
type Kept = { readings: Row[]; batteries: readonly BatteryReport[] }

export function textOf(readings: readonly Reading[], batteries: readonly BatteryReport[]): string {
  const rows = readings.map(({ transmitterId, receiverId, rssi, at, arrivedAt, claim, frames }): Row => {
    const row: Row = [transmitterId, receiverId, rssi, at === arrivedAt ? null : at]
    if (claim !== undefined || frames !== undefined) row.push(claim ?? null)
    if (frames !== undefined) row.push(frames)
    return row
  })
  return JSON.stringify({ readings: rows, batteries } satisfies Kept)
}

/** `arrivedAt`: by the reader's clock. */
export function readText(
  text: string,
  arrivedAt: number,
): { readings: Reading[]; batteries: readonly BatteryReport[] } {
  const { readings, batteries } = JSON.parse(text) as Kept
  return {
    readings: readings.map(([transmitterId, receiverId, rssi, at, claim, frames]) => ({
      transmitterId,
      receiverId,
      rssi,
      at: at ?? arrivedAt,
      arrivedAt,
      claim: (claim ?? undefined) as Reading['claim'],
      frames: frames as Reading['frames'],
    })),
    batteries,
  }
}
