// Is everything all right? Counts for the whole site, and who is present (spec 4.2 Dashboard).
import { z } from 'zod'
import { get } from '../endpoint.ts'
import { withEntityTypeAlias } from '../entity-type-alias.ts'
import { Time, Timezone } from '../fields.ts'
import { listQuery, pageOf } from '../list.ts'
import { Emergency } from './emergency.ts'
import { PersonType } from './personnel.ts'
import { Sighting } from './positions.ts'

const Count = z.number().int()

export const ZoneOccupancy = z.object({
  zoneId: z.uuid(),
  name: z.string(),
  floorId: z.uuid(),
  floorName: z.string(),
  people: Count,
  capacity: Count.nullable(),
  isRestricted: z.boolean(),
  isMusterPoint: z.boolean(),
})

export const DashboardSummary = z.object({
  /** People whose badge is active or last seen (rules 8), by kind. */
  peopleOnSite: Count,
  peopleByType: z.object({ employee: Count, visitor: Count, contractor: Count }),
  peopleTotal: Count,
  activeBadges: Count,
  badgesTotal: Count,
  assetsSeen: Count,
  assetsTotal: Count,
  receiversOnline: Count,
  receiversTotal: Count,
  lowBattery: Count,
  criticalBattery: Count,
  zones: z.array(ZoneOccupancy),
  activeEmergencies: z.array(Emergency),
  asOf: Time,
})
export type DashboardSummary = z.infer<typeof DashboardSummary>

export const DashboardBuilding = z.object({
  buildingId: z.uuid(),
  name: z.string(),
  floors: Count,
  people: Count,
  receiversOnline: Count,
  receiversTotal: Count,
  emergencyActive: z.boolean(),
})
export const DashboardFloor = z.object({
  floorId: z.uuid(),
  name: z.string(),
  level: Count,
  buildingId: z.uuid(),
  buildingName: z.string(),
  people: Count,
  assets: Count,
  receiversOnline: Count,
  receiversTotal: Count,
  hasPlan: z.boolean(),
})
export const DashboardFloorDetail = DashboardFloor.extend({ zones: z.array(ZoneOccupancy) })
/** `departmentId` null: people without a department. */
export const DashboardDepartment = z.object({
  departmentId: z.uuid().nullable(),
  name: z.string(),
  present: Count,
  total: Count,
})
/** People on site over the last 24 hours, or since counting began, one point every 15 minutes. */
const OccupancyPoint = z.object({ at: Time, people: Count })

export const Dashboard = z.object({
  summary: DashboardSummary,
  buildings: z.array(DashboardBuilding),
  floors: z.array(DashboardFloor),
  departments: z.array(DashboardDepartment),
  occupancy: z.array(OccupancyPoint),
})
export type Dashboard = z.infer<typeof Dashboard>

/** The hours are kept a little longer (backend/src/database/kept-tables.ts). */
export const longestRangeDays = 366
export const OccupancyQuery = z.strictObject({
  buildingId: z.uuid().optional(),
  from: Time,
  to: Time,
  timezone: Timezone.default('UTC').describe('Whose midnights the days begin at.'),
})
const Events = Count.nullable()
export const Occupancy = z.object({
  /** The length of a part: a quarter of an hour within the last two days, an hour up to a month, a day beyond. */
  minutes: Count,
  /** Only the parts in which was counted, oldest first; `at` is their beginning. */
  points: z.array(z.object({ at: Time, most: Count, mean: z.number() })),
  /** Over all of it; null: nothing was counted. */
  mean: z.number().nullable(),
  /** The beginning of all that was counted and is kept. */
  since: Time.nullable(),
  /** How many began in the span; null: the caller may not read them, or they are not kept for so long. */
  visits: Events,
  alerts: Events,
  drills: Events,
  emergencies: Events,
})
export type Occupancy = z.infer<typeof Occupancy>

/** on_site: active or last seen; off_site: stale; unknown: carries no badge. */
export const Presence = z.enum(['on_site', 'off_site', 'unknown'])
export const PresentPerson = z.object({
  personId: z.uuid(),
  fullName: z.string(),
  entityType: PersonType,
  departmentName: z.string().nullable(),
  photoUrl: z.string().nullable(),
  presence: Presence,
  /** Absent for callers without positions.read. */
  lastSeen: Sighting.nullable().optional(),
})

const access = 'dashboard.read'
const query = z.strictObject({ buildingId: z.uuid().optional() })
const inBuilding = { access, query, byBuilding: true } as const
export const dashboard = {
  read: get('/api/dashboard', { ...inBuilding, reply: Dashboard, says: 'Read the whole dashboard' }),
  summary: get('/api/dashboard/summary', {
    ...inBuilding,
    reply: DashboardSummary,
    says: 'Read the numbers of the site',
  }),
  buildings: get('/api/dashboard/buildings', {
    access,
    reply: z.array(DashboardBuilding),
    says: 'Read the numbers of each building',
  }),
  floors: get('/api/dashboard/floors', {
    access,
    query,
    reply: z.array(DashboardFloor),
    says: 'Read the numbers of each floor, for the dashboard and the wall board',
  }),
  floor: get('/api/dashboard/floors/{id}', {
    access,
    reply: DashboardFloorDetail,
    says: 'Read the numbers of a floor and its zones',
  }),
  departments: get('/api/dashboard/departments', {
    ...inBuilding,
    reply: z.array(DashboardDepartment),
    says: 'Tell how many of each department are present',
  }),
  occupancy: get('/api/dashboard/occupancy', {
    ...inBuilding,
    query: OccupancyQuery,
    reply: Occupancy,
    says: 'Read how many people were on site over a time, and what happened, for the dashboard',
  }),
  /** Names, not numbers: personnel.read. */
  personnel: get('/api/dashboard/personnel', {
    access: 'personnel.read',
    query: withEntityTypeAlias(
      listQuery({
        entityType: PersonType.optional(),
        departmentId: z.uuid().optional(),
        buildingId: z.uuid().optional(),
        presence: Presence.optional(),
      }),
    ),
    reply: pageOf(PresentPerson),
    says: 'List who is present',
  }),
}
