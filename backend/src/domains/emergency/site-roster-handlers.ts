// The roster as it would be if it rang now (rules 9): the same people as at a trigger. Pages keep it for the time without a network.
import type { siteRoster, SiteRoster } from '@rollcall/contracts/domains/site-roster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { createSharedReads } from '../../shared-reads.ts'
import { peopleOnSite, type OnSite } from './evidence-queries.ts'
import { shownTo } from './roster.ts'
import type { Shown } from './roster-queries.ts'
import { activeBuildings, placeNames, whoTheyAre } from './site-roster-queries.ts'

export function siteRosterHandlers(): Handlers<typeof siteRoster, Context> {
  // Phones of many wardens ask at the same moment.
  const share = createSharedReads<SiteRoster>()
  return {
    async read({ query: { buildingId }, context: { db, may, buildingIds } }) {
      const shown = shownTo({ may })
      return share(JSON.stringify([buildingId, shown, buildingIds]), () => readRoster(db, buildingId, shown))
    },
  }
}

async function readRoster(db: Database, buildingId: string | undefined, shown: Shown): Promise<SiteRoster> {
  const asOf = new Date().toISOString()
  const buildingIds = buildingId === undefined ? await activeBuildings(db) : [buildingId]
  const present = new Map((await peopleOnSite(db, buildingIds)).map((one) => [one.personId, one]))
  const [people, names] = await Promise.all([whoTheyAre(db, [...present.keys()]), placeNames(db, buildingIds)])
  return {
    asOf,
    people: people.flatMap(({ phone, specialNeeds, ...person }) => {
      const here = present.get(person.personId)
      if (!here) return []
      const { visit, presentIn } = here
      return {
        ...person,
        hostName: visit.hostName,
        buildingId: presentIn,
        ...(shown.phone && { phone }),
        ...(shown.specialNeeds && { specialNeeds }),
        sighting: shown.places ? sightingOf(here, names) : null,
      }
    }),
  }
}

function sightingOf({ at, buildingId, floorId, zoneId }: OnSite, names: ReadonlyMap<string, string>) {
  if (at === null || buildingId === null || floorId === null) return null
  const zoneName = zoneId === null ? null : (names.get(zoneId) ?? null)
  return { at, buildingId, floorId, floorName: names.get(floorId) ?? '', zoneId, zoneName }
}
