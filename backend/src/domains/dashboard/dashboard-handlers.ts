// The dashboard (spec 4.2 Dashboard): is everything all right?
import type { dashboard, DashboardSummary } from '@rollcall/contracts/domains/dashboard'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { activeEmergencies } from '../emergency/emergency-queries.ts'
import { peopleOnSite, sumOf } from '../positions/presence-queries.ts'
import { buildingNumbers, departmentNumbers, floorNumbers, receiverNumbers, zoneNumbers } from './dashboard-numbers.ts'
import {
  assetsByFloor,
  buildingsShown,
  departmentTotals,
  floorsShown,
  receiversByFloor,
  siteTotals,
  zonesOf,
} from './dashboard-queries.ts'
import { occupancy } from './occupancy-queries.ts'
import { listPresent } from './present-people-queries.ts'

export const dashboardHandlers: Handlers<typeof dashboard, Context> = {
  async read({ context }) {
    const { db } = context
    const [facts, buildings, floors, departments, points] = await Promise.all([
      readFacts(context),
      buildingsShown(db),
      floorsShown(db, {}),
      departmentTotals(db),
      occupancy(db),
    ])
    const { places, kinds, receivers, assets } = facts
    return {
      summary: summaryOf(facts),
      buildings: buildingNumbers(buildings, places, receivers),
      floors: floorNumbers(floors, places, receivers, assets),
      departments: departmentNumbers(departments, kinds),
      occupancy: points,
    }
  },
  summary: async ({ context }) => summaryOf(await readFacts(context)),
  async buildings({ context: { db } }) {
    const [buildings, { places }, receivers] = await Promise.all([
      buildingsShown(db),
      peopleOnSite(db),
      receiversByFloor(db),
    ])
    return buildingNumbers(buildings, places, receivers)
  },
  floors: ({ query, context }) => readFloors(context, query),
  async floor({ params: { id: floorId }, context }) {
    const [floors, zones, { places }] = await Promise.all([
      readFloors(context, { floorId }),
      zonesOf(context.db, floorId),
      peopleOnSite(context.db),
    ])
    return { ...found(floors[0]), zones: zoneNumbers(zones, places) }
  },
  async departments({ context: { db } }) {
    const [departments, { kinds }] = await Promise.all([departmentTotals(db), peopleOnSite(db)])
    return departmentNumbers(departments, kinds)
  },
  personnel: ({ query, context }) => listPresent(context.db, query, context.may('positions.read')),
}

async function readFloors({ db }: Context, wanted: Parameters<typeof floorsShown>[1]) {
  const [floors, { places }, receivers, assets] = await Promise.all([
    floorsShown(db, wanted),
    peopleOnSite(db),
    receiversByFloor(db),
    assetsByFloor(db),
  ])
  return floorNumbers(floors, places, receivers, assets)
}

async function readFacts({ db, may }: Context) {
  const asOf = new Date().toISOString()
  const [{ places, kinds }, totals, receivers, assets, zones, emergencies] = await Promise.all([
    peopleOnSite(db),
    siteTotals(db),
    receiversByFloor(db),
    assetsByFloor(db),
    zonesOf(db, null),
    may('emergency.read') ? activeEmergencies(db) : [],
  ])
  return { asOf, places, kinds, totals, receivers, assets, zones, emergencies }
}

function summaryOf(facts: Awaited<ReturnType<typeof readFacts>>): z.input<typeof DashboardSummary> {
  const { asOf, places, kinds, totals, receivers, assets, zones, emergencies } = facts
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
