// Whose badge is this? Matches what a camera or a hand scanner has read against the roster: the badge's radio id, with or without
// colons and inside a longer text, or the employee id. For ScanDialog.vue.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { plainRadioId, radioIdsIn } from '@rollcall/contracts/radio-ids'

export type Found =
  | { readonly type: 'person'; readonly personId: string }
  /** More than one person carries this number. */
  | { readonly type: 'several'; readonly code: string }
  | { readonly type: 'unknown'; readonly code: string }
  /** Somebody's personal link: whoever holds it answers for themselves. */
  | { readonly type: 'link' }

const links = /\/muster-link\//i
/** Shorter numbers stand by chance in any address; they count only when they are all that was read. */
const shortest = 4

/** Made anew when the roster changes, so that every scan of ten thousand people answers at once. */
export function findByCode(people: readonly MusterPerson[]): (text: string) => Found {
  const byBadge = new Map<string, string>()
  const byNumber = new Map<string, string[]>()
  for (const { personId, transmitterId, employeeId } of people) {
    if (transmitterId !== null) byBadge.set(plainRadioId(transmitterId), personId)
    const number = employeeId.trim().toLowerCase()
    byNumber.set(number, [...(byNumber.get(number) ?? []), personId])
  }
  return (text) => {
    const code = text.trim()
    if (links.test(code)) return { type: 'link' }
    const found = new Set(radioIdsIn(code).flatMap((id) => byBadge.get(id) ?? []))
    if (found.size === 0) for (const id of numbered(code, byNumber)) found.add(id)
    const [personId] = found
    if (personId === undefined) return { type: 'unknown', code }
    return found.size === 1 ? { type: 'person', personId } : { type: 'several', code }
  }
}

function numbered(code: string, byNumber: ReadonlyMap<string, readonly string[]>): readonly string[] {
  const text = code.toLowerCase()
  const whole = byNumber.get(text)
  if (whole) return whole
  const parts = text.split(/[\s/?&=#;,|]+/).filter((part) => part.length >= shortest)
  return parts.flatMap((part) => byNumber.get(part) ?? [])
}
