// The page's snapshot, and its fallback when the relay is down (spec 4.2 Context, rules 8). Parts that the caller may not
// read are empty lists: positions without positions.read, ambientDevices without ambient.read, receivers, zones and assets likewise.
// So a viewer sees plan, zones and counts, but nobody's place.
import { z } from 'zod'
import { AmbientDevice } from '../channels.ts'
import { get } from '../endpoint.ts'
import { Asset } from './assets.ts'
import { Emergency } from './emergency.ts'
import { Floor } from './floors.ts'
import { PositionEntry } from './positions.ts'
import { Receiver } from './receivers.ts'
import { GeneralSettings } from './settings.ts'
import { FloorWalls } from './walls.ts'
import { Zone } from './zones.ts'

/** `asOf` in epoch milliseconds, `seq` the last position entry contained: a page drops what is older. */
const Moment = { asOf: z.number().int(), seq: z.number().int() }

const ContextFloor = z.object({
  id: z.uuid(),
  name: z.string(),
  level: z.number().int(),
  widthM: z.number(),
  heightM: z.number(),
  hasPlan: z.boolean(),
  people: z.number().int(),
})
const ContextBuilding = z.object({
  id: z.uuid(),
  name: z.string(),
  code: z.string().nullable(),
  timezone: z.string(),
  floors: z.array(ContextFloor),
})

export const SiteContext = z.object({
  organisation: GeneralSettings.shape.organisation,
  timezone: z.string(),
  units: GeneralSettings.shape.units,
  /** Active buildings in display order, floors from the top down. */
  buildings: z.array(ContextBuilding),
  counts: z.object({
    people: z.number().int(),
    assets: z.number().int(),
    receiversOnline: z.number().int(),
    receiversTotal: z.number().int(),
  }),
  activeEmergencies: z.array(Emergency),
  ...Moment,
})
export type SiteContext = z.infer<typeof SiteContext>

export const FloorContext = z.object({
  floor: Floor,
  zones: z.array(Zone),
  walls: FloorWalls,
  receivers: z.array(Receiver),
  /** Assets whose tag was last seen on this floor. */
  assets: z.array(Asset),
  positions: z.array(PositionEntry),
  ambientDevices: z.array(AmbientDevice),
  /** For every caller: how many people are here, and in which zone. */
  people: z.number().int(),
  peopleByZone: z.array(z.object({ zoneId: z.uuid(), people: z.number().int() })),
  ...Moment,
})
export type FloorContext = z.infer<typeof FloorContext>

export const context = {
  site: get('/api/context', {
    access: 'floors.read',
    reply: SiteContext,
    urgent: true,
    says: 'Read buildings, floors and counts',
  }),
  floor: get('/api/context/floor/{floorId}', {
    access: 'floors.read',
    reply: FloorContext,
    says: 'Read what the floor plan shows at this moment: people, assets, ambient devices',
  }),
}
