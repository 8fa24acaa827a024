// The dashboard, and the wall board of a control room (spec 4.2 Dashboard): is everything all right?
import {
  longestRangeDays,
  type dashboard,
  type DashboardSummary,
  type Occupancy,
} from '@rollcall/contracts/domains/dashboard'
import type { Handlers, QueryOf } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { kindsOf } from '../alerts/alert-handlers.ts'
import { activeEmergencies } from '../emergency/emergency-queries.ts'
import { presenceFor, sumOf, type OnSite, type Presence } from '../positions/presence.ts'
import type { SiteAnswer } from '../site-answers.ts'
import { readSettings } from '../settings/settings-queries.ts'
import {
  buildingNumbers,
  departmentNumbers,
  floorNumbers,
  occupancyNumbers,
  receiverNumbers,
  zoneNumbers,
} from './dashboard-numbers.ts'
import { listedBuildings, departmentTotals, listedFloors, receiversByFloor, zonesOf } from './dashboard-queries.ts'
import { eventsIn, occupancyIn, recordedOccupancy } from './occupancy-queries.ts'
import { listPresent } from './present-people-queries.ts'

export function dashboardHandlers(presence: Presence, siteAnswer: SiteAnswer): Handlers<typeof dashboard, Context> {
  return {
    async read({ context }) {
      const { db, may } = context
      const [onSite, facts, buildings, [floors, departments, quarters]] = await Promise.all([
        presenceFor(context, presence),
        readFacts(context, siteAnswer),
        listedBuildings(db, may('emergency.read')),
        siteAnswer(context, 'dashboard', () =>
          Promise.all([listedFloors(db, {}), departmentTotals(db), recordedOccupancy(db)]),
        ),
      ])
      const { places, kinds, assets } = onSite
      return {
        summary: summaryOf(onSite, facts),
        buildings: buildingNumbers(buildings, places, facts.receivers),
        floors: floorNumbers(floors, places, facts.receivers, assets),
        departments: departmentNumbers(departments, kinds),
        occupancy: occupancyNumbers(quarters, places),
      }
    },
    async summary({ context }) {
      const [onSite, facts] = await Promise.all([presenceFor(context, presence), readFacts(context, siteAnswer)])
      return summaryOf(onSite, facts)
    },
    async buildings({ context }) {
      const { db, may } = context
      const [{ places }, buildings, receivers] = await Promise.all([
        presenceFor(context, presence),
        listedBuildings(db, may('emergency.read')),
        receiversByFloor(db),
      ])
      return buildingNumbers(buildings, places, receivers)
    },
    floors: async ({ query, context }) => readFloors(context, await presenceFor(context, presence), query),
    async floor({ params: { id: floorId }, context }) {
      const onSite = await presenceFor(context, presence)
      const [floors, zones] = await Promise.all([
        readFloors(context, onSite, { floorId }),
        zonesOf(context.db, floorId),
      ])
      return { ...found(floors[0]), zones: zoneNumbers(zones, onSite.places) }
    },
    async departments({ context }) {
      const counting = departmentTotals(context.db)
      const [{ kinds }, departments] = await Promise.all([presenceFor(context, presence), counting])
      return departmentNumbers(departments, kinds)
    },
    occupancy: ({ query, context }) => readOccupancy(context, query),
    personnel: ({ query, context }) =>
      listPresent(context.db, query, context.may('positions.read'), () => presenceFor(context, presence)),
  }
}

const dayMs = 86_400_000

/** Of what the caller may not read, and of what is not kept for so long, nothing is counted. */
async function readOccupancy(
  context: Context,
  query: QueryOf<typeof dashboard.occupancy>,
): Promise<z.input<typeof Occupancy>> {
  const [from, to] = [Date.parse(query.from), Date.parse(query.to)]
  if (from >= to) refuseField('to', 'to_before_from')
  if (to - from > (longestRangeDays + 1) * dayMs) refuseField('from', 'range_too_long', { days: longestRangeDays })
  const { db, may } = context
  const [counted, events, { general }] = await Promise.all([
    occupancyIn(db, query),
    eventsIn(db, query, kindsOf(context)),
    readSettings(db),
  ])
  const isKept = (days: number) => from >= Date.now() - days * dayMs
  const { visits, positions, emergencies } = general.retentionDays
  const rang = may('emergency.read') && isKept(emergencies)
  return {
    ...counted,
    visits: may('visits.read') && isKept(visits) ? events.visits : null,
    alerts: isKept(positions) ? events.alerts : null,
    drills: rang ? events.drills : null,
    emergencies: rang ? events.emergencies : null,
  }
}

async function readFloors({ db }: Context, { places, assets }: OnSite, wanted: Parameters<typeof listedFloors>[1]) {
  const [floors, receivers] = await Promise.all([listedFloors(db, wanted), receiversByFloor(db)])
  return floorNumbers(floors, places, receivers, assets)
}

async function readFacts(context: Context, siteAnswer: SiteAnswer) {
  const { db, may } = context
  const asOf = new Date().toISOString()
  const [[receivers, zones], emergencies] = await Promise.all([
    siteAnswer(context, 'summary', () => Promise.all([receiversByFloor(db), zonesOf(db, null)])),
    may('emergency.read') ? activeEmergencies(db) : [],
  ])
  return { asOf, receivers, zones, emergencies }
}

function summaryOf(onSite: OnSite, facts: Awaited<ReturnType<typeof readFacts>>): z.input<typeof DashboardSummary> {
  const { places, kinds, assets, totals } = onSite
  const { asOf, receivers, zones, emergencies } = facts
  const ofType = (wanted: string) => sumOf(kinds.filter(({ entityType }) => entityType === wanted))
  return {
    ...totals,
    peopleOnSite: sumOf(places),
    peopleByType: { employee: ofType('employee'), visitor: ofType('visitor'), contractor: ofType('contractor') },
    assetsSeen: assets.reduce((sum, { count }) => sum + count, 0),
    ...receiverNumbers(receivers),
    zones: zoneNumbers(zones, places),
    activeEmergencies: emergencies,
    asOf,
  }
}
