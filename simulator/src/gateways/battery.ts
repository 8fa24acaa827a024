// How a badge's battery drains. Used by world.ts for the reports that badges send.

/** A full badge lasts about ten months. */
const drainPctPerDay = 0.33

/** Whole percent left after so many seconds; a badge says one percent until it is flat. */
export function remainingPct(startPct: number, seconds: number): number {
  return Math.max(1, Math.round(startPct - (seconds / 86_400) * drainPctPerDay))
}
