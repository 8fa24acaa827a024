// What a chart over time shows, and the same as a table for those who read rather than look (interface: pictures).

export type ChartPoint = { readonly at: number; readonly value: number }
export type ChartLimit = { readonly value: number; readonly label: string; readonly tone: 'warning' | 'error' }

/** More rows than these nobody reads; what lies between is as on the lines around it. */
const mostRows = 48

/** A day on which the clock is set back is an hour longer than others. */
const mostStretch = 1.1

/** Evenly chosen, always with the first and the last. */
export function tableRows(points: readonly ChartPoint[]): ChartPoint[] {
  if (points.length <= mostRows) return [...points]
  const step = (points.length - 1) / (mostRows - 1)
  return Array.from({ length: mostRows }, (_, index) => points[Math.round(index * step)]).filter(
    (one) => one !== undefined,
  )
}

/** Two columns on one axis: what was, and what is foreseen, which begins where the other ends. `partMs`: how long a point stands for;
 * where the next one begins later, nothing is known in between, and the line breaks. */
export function columnsOf(
  points: readonly ChartPoint[],
  forecast: readonly ChartPoint[],
  partMs = Infinity,
): [number[], (number | null)[], (number | null)[]] {
  const last = points.at(-1)
  const ahead = forecast.length > 0 && last ? [last, ...forecast] : []
  const breaks = points.flatMap(({ at }, index) => {
    const next = points[index + 1]?.at ?? at
    return next - at > partMs * mostStretch ? [{ at: at + partMs }] : []
  })
  const times = [...new Set([...points, ...ahead, ...breaks].map(({ at }) => at / 1_000))].toSorted((a, b) => a - b)
  const valuesAt = (series: readonly ChartPoint[]) => {
    const values = new Map(series.map(({ at, value }) => [at / 1_000, value]))
    return times.map((time) => values.get(time) ?? null)
  }
  return [times, valuesAt(points), valuesAt(ahead)]
}
