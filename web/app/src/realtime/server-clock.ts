// Now, by the clock of the backend. A wall display with a wrong clock would otherwise call every reading stale, and what is tapped on a phone
// that is slow would count as older than what others decided before it.

/** How far this device is behind, milliseconds: between the two, as far as answers have told. Null: nothing is known yet. */
let behind: { readonly least: number; readonly most: number } | null = null

/** `at`: a moment of this device's clock; now unless given. */
export function serverNow(at = Date.now()): number {
  return at + offset()
}

/** A clock that may be right is. */
function offset(): number {
  const { least, most } = behind ?? { least: 0, most: 0 }
  return least <= 0 && most >= 0 ? 0 : (least + most) / 2
}

/** As it was when it was kept, for a device that has had no network since. */
export function takeOffset(keptMs: number): void {
  behind ??= { least: keptMs, most: keptMs }
}

/** What the read answers is of some moment between its beginning and its end; each answer that agrees with those before tells more. */
export async function learningTime<Answer extends { readonly asOf: number }>(
  read: () => Promise<Answer>,
): Promise<Answer> {
  const begunAt = Date.now()
  const answer = await read()
  const told = { least: answer.asOf - Date.now(), most: answer.asOf - begunAt }
  const both = behind && { least: Math.max(behind.least, told.least), most: Math.min(behind.most, told.most) }
  behind = both && both.least <= both.most ? both : told
  return answer
}

/** Now, for a decision of somebody who has seen those of these moments: it is later than they, whatever the clocks say. */
export function decidedAfter(seen: readonly (string | null | undefined)[]): string {
  const times = seen.map((at) => Date.parse(at ?? '') + 1).filter(Number.isFinite)
  return new Date(times.reduce((latest, at) => Math.max(latest, at), serverNow())).toISOString()
}
