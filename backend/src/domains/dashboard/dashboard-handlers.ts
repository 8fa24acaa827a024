// The dashboard (spec 4.2 Dashboard): is everything all right?
import type { dashboard, DashboardSummary } from '@rollcall/contracts/domains/dashboard'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { activeEmergencies } from '../emergency/emergency-queries.ts'
import { buildingNumbers, departmentNumbers, floorNumbers, summaryNumbers, zoneOccupancy } from './dashboard-queries.ts'
import { occupancy } from './occupancy-queries.ts'
import { listPresent } from './present-people-queries.ts'

export const dashboardHandlers: Handlers<typeof dashboard, Context> = {
  async read({ context }) {
    const { db } = context
    const [summary, buildings, floors, departments, points] = await Promise.all([
      summarise(context),
      buildingNumbers(db),
      floorNumbers(db, {}),
      departmentNumbers(db),
      occupancy(db),
    ])
    return { summary, buildings, floors, departments, occupancy: points }
  },
  summary: ({ context }) => summarise(context),
  buildings: ({ context }) => buildingNumbers(context.db),
  floors: ({ query, context }) => floorNumbers(context.db, query),
  async floor({ params, context }) {
    const floor = found((await floorNumbers(context.db, { floorId: params.id }))[0])
    return { ...floor, zones: await zoneOccupancy(context.db, params.id) }
  },
  departments: ({ context }) => departmentNumbers(context.db),
  personnel: ({ query, context }) => listPresent(context.db, query, context.may('positions.read')),
}

async function summarise({ db, may }: Context): Promise<z.input<typeof DashboardSummary>> {
  const asOf = new Date().toISOString()
  const [{ employee, visitor, contractor, ...numbers }, zones, emergencies] = await Promise.all([
    summaryNumbers(db),
    zoneOccupancy(db, null),
    may('emergency.read') ? activeEmergencies(db) : [],
  ])
  return { ...numbers, peopleByType: { employee, visitor, contractor }, zones, activeEmergencies: emergencies, asOf }
}
