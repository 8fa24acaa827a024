// What is known of one person in words: where, since when, and how sure. The row and its details say the same.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { methodWords } from '../emergency-words.ts'
import { withinText } from '../../ui/measures.ts'
import { timeAgo } from '../../ui/site-time.ts'

type Evidence = NonNullable<MusterPerson['evidence']>

/** "Canteen, Ground floor", "Near Canteen, Ground floor"; null: nobody saw them, or the place is not for the caller. */
export function placeWords(evidence: Evidence | null): string | null {
  if (evidence === null) return null
  const { zoneName, floorName } = evidence.sighting
  if (zoneName) return `${zoneName}, ${floorName}`
  return evidence.nearZoneName ? `Near ${evidence.nearZoneName}, ${floorName}` : floorName
}

/** In words a searcher can act on; null: the position could not tell. */
export function insideWords(probability: number | null): string | null {
  if (probability === null) return null
  if (probability >= 0.9) return 'Almost certainly inside the building'
  if (probability >= 0.6) return 'Probably inside the building'
  if (probability > 0.4) return 'Inside or outside: cannot be told apart'
  return probability > 0.1 ? 'Probably outside the building' : 'Almost certainly outside the building'
}

/** "by Ann, 2 min ago"; empty while nothing was decided. */
export function decidedWords(
  { decidedAt, at, by, method }: Pick<MusterPerson, 'decidedAt' | 'at' | 'by' | 'method'>,
  now: number,
  timeZone?: string,
): string {
  const when = decidedAt ?? at
  if (when === null) return ''
  const ago = timeAgo(Date.parse(when), now, timeZone)
  if (method === null) return ago
  const how = method === 'auto_zone' || method === 'link' || !by ? methodWords[method] : `by ${by}`
  return `${how}, ${ago}`
}

export type Fact = { readonly name: string; readonly text: string }

/** What there is to know beyond the row. */
export function factsOf(person: MusterPerson, now: number, timeZone?: string): Fact[] {
  const { evidence } = person
  const ago = (at: string) => timeAgo(Date.parse(at), now, timeZone)
  const facts: [string, string | null | undefined][] = [
    ['Special needs', person.specialNeeds],
    ['Note', person.note],
    ['Department', person.departmentName],
    ['Visits', person.hostName],
    ['Number', person.employeeId],
    ['Badge', person.transmitterId],
    ['Last seen', evidence && `${placeWords(evidence)}, ${ago(evidence.sighting.at)}`],
    ['Inside?', evidence && insideWords(evidence.insideProbability)],
    ['Last moved', evidence?.movedAt && ago(evidence.movedAt)],
    ['Accuracy', evidence?.accuracyM == null ? null : withinText(evidence.accuracyM, evidence.position)],
    [
      'Heard by',
      evidence && (evidence.receivers.length === 1 ? '1 receiver' : `${evidence.receivers.length} receivers`),
    ],
    ['Badge battery', evidence?.batteryPct == null ? null : `${Math.round(evidence.batteryPct)} %`],
  ]
  return facts.flatMap(([name, text]) => (text ? { name, text } : []))
}
