// Compares what stands in a browser with what is stored. Each list is empty where all is well.

export type Drawn = { readonly id: string; readonly x: number; readonly y: number }
/** `x` and `y` in percent of the plan, as they are drawn. */
export type Located = Drawn & { readonly widthM: number; readonly heightM: number }

/** Metres: who walks is a little further on in the database, or on the plan. */
const nearbyM = 8

/** By person: the status. Who is missing stands on the board, and nobody stands there as something else than they are. */
export function judgeBoard(seen: ReadonlyMap<string, string>, stored: ReadonlyMap<string, string>): string[] {
  const missing = [...stored].filter(([id, status]) => status === 'unknown' && !seen.has(id))
  const wrong = [...seen].filter(([id, status]) => stored.get(id) !== status)
  return [
    ...missing.map(([id]) => `board: ${id} is missing, and does not stand there`),
    ...wrong.map(([id, status]) => `board: ${id} is ${stored.get(id) ?? 'nobody'}, and stands there as ${status}`),
  ]
}

/** Everybody who was just located is drawn, and where they are. */
export function judgePlan(seen: readonly Drawn[], stored: readonly Located[]): string[] {
  const drawn = new Map(seen.map((one) => [one.id, one]))
  return stored.flatMap(({ id, x, y, widthM, heightM }) => {
    const at = drawn.get(id)
    if (!at) return [`plan: ${id} is not drawn`]
    const awayM = Math.hypot(((at.x - x) * widthM) / 100, ((at.y - y) * heightM) / 100)
    return awayM < nearbyM ? [] : [`plan: ${id} is drawn ${awayM.toFixed(0)} m away`]
  })
}
