// What is known of one person in words: where, since when, and how sure. The row and its details say the same.
import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { methodWords } from '../emergency-words.ts'
import { withinText } from '../../ui/measures.ts'
import { timeAgo } from '../../ui/site-time.ts'
import { t } from './texts.ts'

type Evidence = NonNullable<MusterPerson['evidence']>

/** "Canteen" and "Ground floor", "Near Canteen" and "Ground floor"; the floor alone; nothing: nobody saw them, or the place is not for
 *  the caller. */
export function placeParts(evidence: Evidence | null): string[] {
  if (evidence === null) return []
  const { zoneName, floorName } = evidence.sighting
  if (zoneName) return [zoneName, floorName]
  return evidence.nearZoneName ? [t('nearZoneTitle', { zone: evidence.nearZoneName }), floorName] : [floorName]
}

export const placeWords = (evidence: Evidence | null): string | null => placeParts(evidence).join(', ') || null

/** In words a searcher can act on; null: the position could not tell. */
export function insideWords(probability: number | null): string | null {
  if (probability === null) return null
  if (probability >= 0.9) return t('insideSure')
  if (probability >= 0.6) return t('insideProbably')
  if (probability > 0.4) return t('insideUnknown')
  return probability > 0.1 ? t('outsideProbably') : t('outsideSure')
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
  const how = method === 'auto_zone' || method === 'link' || !by ? methodWords[method] : t('byName', { name: by })
  return `${how}, ${ago}`
}

export type Fact = { readonly name: string; readonly text: string }

/** What there is to know beyond the row. */
export function factsOf(person: MusterPerson, now: number, timeZone?: string): Fact[] {
  const { evidence } = person
  const ago = (at: string) => timeAgo(Date.parse(at), now, timeZone)
  const facts: [string, string | null | undefined][] = [
    [t('specialNeeds'), person.specialNeeds],
    [t('note'), person.note],
    [t('department'), person.departmentName],
    [t('visits'), person.hostName],
    [t('number'), person.employeeId],
    [t('badge'), person.transmitterId],
    [t('lastSeen'), evidence && `${placeWords(evidence)}, ${ago(evidence.sighting.at)}`],
    [t('inside'), evidence && insideWords(evidence.insideProbability)],
    [t('lastMoved'), evidence?.movedAt && ago(evidence.movedAt)],
    [t('accuracy'), evidence?.accuracyM == null ? null : withinText(evidence.accuracyM, evidence.position)],
    [t('heardBy'), evidence && t('receivers', { count: evidence.receivers.length })],
    [t('badgeBattery'), evidence?.batteryPct == null ? null : `${Math.round(evidence.batteryPct)} %`],
  ]
  return facts.flatMap(([name, text]) => (text ? { name, text } : []))
}
