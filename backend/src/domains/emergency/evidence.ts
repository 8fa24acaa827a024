// What is known of people on a roster now: where they were seen, how likely they are inside, and why they may not be seen (rules 9).
// Written into the roster at the trigger, with every decision, at the end, and in between by renew-evidence.ts.
import type { Database } from '../../database/schema.ts'
import { absenceOf, isHeard, type Absence } from './absence.ts'
import {
  readSiteFacts,
  peopleOnSite,
  sightingsOfRoster,
  type Evidence,
  type OnRoster,
  type OnSite,
  type Sighted,
  type SiteFacts,
  type Visit,
  type ZoneShape,
} from './evidence-queries.ts'
import { mapInTurns } from '../../map-in-turns.ts'
import { nearestZone } from './nearest-zone.ts'

export type Known = {
  readonly personId: string
  /** The badge of the sighting; null: no badge was seen. */
  readonly transmitterId: string | null
  readonly absence: Absence
  readonly evidence: Evidence | null
}
/** What is known now beside what stands in the roster. */
export type Renewed = Known & { readonly standing: Pick<OnRoster, 'absence' | 'evidence'> }

/** Of these people, or of everybody who is still unknown. */
export async function evidenceNow(
  db: Database,
  emergencyId: string,
  personIds?: readonly string[],
): Promise<Renewed[]> {
  const people = await sightingsOfRoster(db, emergencyId, personIds)
  const floorIds = people.map(({ floorId, evidence }) => floorId ?? evidence?.sighting.floorId)
  const site = siteOf(await readSiteFacts(db, emergencyId, distinct(floorIds)))
  const now = Date.now()
  return mapInTurns(people, (person) => {
    const { absence, evidence } = person
    return { ...knownOf(person, evidence, site, now), standing: { absence, evidence } }
  })
}

/** Of everybody who belongs on the roster of an emergency that begins. */
export async function evidenceAtTrigger(
  db: Database,
  emergencyId: string,
  buildingIds: readonly string[],
): Promise<(Known & { readonly visit: Visit })[]> {
  const people = await peopleOnSite(db, buildingIds)
  const site = siteOf(await readSiteFacts(db, emergencyId, distinct(people.map(({ floorId }) => floorId ?? undefined))))
  const now = Date.now()
  return people.map((person) => {
    return { ...knownOf(person, null, site, now), visit: person.visit }
  })
}

/** `before`: of whoever is not seen now. */
function knownOf(person: OnRoster | OnSite, before: Evidence | null, site: Site, now: number): Known {
  const { personId, transmitterId, hasBadge } = person
  const evidence = isSighted(person) ? toEvidence(person, site) : before
  const musterProbability = isSighted(person) ? musterProbabilityOf(person, site) : null
  return { personId, transmitterId, absence: absenceIn(evidence, musterProbability, hasBadge, site, now), evidence }
}

const isSighted = (person: OnRoster | OnSite): person is (OnRoster | OnSite) & Sighted => person.transmitterId !== null

function distinct(ids: readonly (string | undefined)[]): string[] {
  return [...new Set(ids)].filter((id) => id !== undefined)
}

type Floor = { readonly name: string; readonly zones: ZoneShape[]; readonly receivers: SiteFacts['receivers'] }
export type Site = {
  readonly scope: ReadonlySet<string>
  readonly floors: ReadonlyMap<string, Floor>
  readonly zones: ReadonlyMap<string, ZoneShape>
}

export function siteOf({ scope, floors, zones, receivers }: SiteFacts): Site {
  const byId = new Map<string, Floor>(floors.map(({ id, name }) => [id, { name, zones: [], receivers: [] }]))
  for (const zone of zones) byId.get(zone.floorId)?.zones.push(zone)
  for (const receiver of receivers) byId.get(receiver.floorId)?.receivers.push(receiver)
  return { scope: new Set(scope), floors: byId, zones: new Map(zones.map((zone) => [zone.id, zone])) }
}

export function toEvidence(seen: Sighted, site: Site): Evidence {
  const { at, buildingId, floorId, zoneId, nearZoneId } = seen
  const floor = site.floors.get(floorId)
  const position = { x: rounded(seen.x), y: rounded(seen.y), xM: rounded(seen.xM), yM: rounded(seen.yM) }
  const zoneName = (zoneId && site.zones.get(zoneId)?.name) ?? null
  // What positioning believes knows of walls and of the past; before it believes anything, the nearest on the plan.
  const nearZoneName = () =>
    ((nearZoneId && site.zones.get(nearZoneId)) || nearestZone(position, floor?.zones ?? []))?.name ?? null
  return {
    sighting: { at, buildingId, floorId, floorName: floor?.name ?? '', zoneId, zoneName },
    nearZoneName: zoneId === null ? nearZoneName() : null,
    position,
    accuracyM: rounded(seen.accuracyM),
    insideProbability: seen.insideProbability === null ? null : rounded(seen.insideProbability),
    movedAt: seen.movedAt,
    receivers: [...seen.receivers],
    batteryPct: seen.batteryPct,
  }
}

/** A hundredth is a centimetre, or a percent; more digits only make the board longer. */
const rounded = (value: number) => Math.round(value * 100) / 100

/** Only muster points of this emergency count. */
function musterProbabilityOf({ musterZoneId, musterProbability }: Sighted, site: Site): number | null {
  return musterZoneId !== null && site.zones.get(musterZoneId)?.isMusterPoint ? musterProbability : null
}

export function absenceIn(
  evidence: Evidence | null,
  musterProbability: number | null,
  hasBadge: boolean,
  { scope, floors, zones }: Site,
  now: number,
): Absence {
  if (evidence === null) return absenceOf(null, hasBadge, now)
  const { sighting, position, insideProbability, batteryPct } = evidence
  const zone = sighting.zoneId === null ? undefined : zones.get(sighting.zoneId)
  const trace = {
    seenAt: Date.parse(sighting.at),
    inScope: scope.has(sighting.buildingId),
    atExit: zone?.leadsOutside ?? false,
    atMusterPoint: zone?.isMusterPoint ?? false,
    musterProbability,
    insideProbability,
    batteryPct,
    receiversAlive: () => isHeard(position, floors.get(sighting.floorId)?.receivers ?? []),
  }
  return absenceOf(trace, hasBadge, now)
}
