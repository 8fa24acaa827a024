// How the count of accounted people grew, replayed from the timeline (rules 9: times to 50, 90 and 100 %). Used by the report.
// Accounted for is whoever needs no more looking after: accounted, off site or excused. Somebody who needs help is not.

export type StatusChange = { readonly at: string; readonly personId: string | null; readonly status: string | null }
type Point = { at: string; accounted: number }

const settled: ReadonlySet<string | null> = new Set(['accounted', 'off_site', 'excused'])

/** One point per change of the count, the first one at the trigger. */
export function progressOf(triggeredAt: string, changes: readonly StatusChange[]): Point[] {
  const safe = new Set<string>()
  const points: Point[] = [{ at: triggeredAt, accounted: 0 }]
  for (const { at, personId, status } of changes) {
    if (personId === null || status === null) continue
    const before = safe.size
    if (settled.has(status)) safe.add(personId)
    else safe.delete(personId)
    // What was decided in a drill before it became real counts from the trigger on.
    if (safe.size !== before) points.push({ at: at < triggeredAt ? triggeredAt : at, accounted: safe.size })
  }
  return points
}

/** Seconds from the trigger until the share was first reached; null when it never was. */
export function timingsOf(points: readonly Point[], total: number) {
  const start = Date.parse(points[0]?.at ?? '')
  const secondsTo = (share: number) => {
    const reached = total > 0 ? points.find(({ accounted }) => accounted >= total * share) : undefined
    return reached ? Math.round((Date.parse(reached.at) - start) / 100) / 10 : null
  }
  return { to50: secondsTo(0.5), to90: secondsTo(0.9), to100: secondsTo(1) }
}
