// The page's snapshot (spec 4.2 Context, decisions 8). Parts that the caller may not read are empty lists.
import type { context } from '@rollcall/contracts/domains/context'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { assetsOnFloor } from '../assets/asset-queries.ts'
import { activeEmergencies } from '../emergency/emergency-queries.ts'
import { findFloor } from '../floors/floor-queries.ts'
import { positionsOnFloor } from '../positions/position-queries.ts'
import { peopleOnSite, sumOf } from '../positions/presence-queries.ts'
import { selectReceivers } from '../receivers/receiver-queries.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { selectZones } from '../zones/zone-queries.ts'
import { ambientOnFloor, siteBuildings, siteCounts } from './context-queries.ts'

export const contextHandlers: Handlers<typeof context, Context> = {
  async site({ context: { db, may } }) {
    const asOf = Date.now()
    const [settings, buildings, { places }, { seq, ...counts }, emergencies] = await Promise.all([
      readSettings(db),
      siteBuildings(db),
      peopleOnSite(db),
      siteCounts(db),
      may('emergency.read') ? activeEmergencies(db) : [],
    ])
    const { organisation, timezone, units } = settings.general
    return {
      organisation,
      timezone,
      units,
      buildings: buildings.map((building) => ({
        ...building,
        floors: building.floors.map((floor) => ({
          ...floor,
          people: sumOf(places.filter((p) => p.floorId === floor.id)),
        })),
      })),
      counts: { ...counts, people: sumOf(places) },
      activeEmergencies: emergencies,
      asOf,
      seq,
    }
  },
  async floor({ params: { floorId }, context: { db, may } }) {
    const asOf = Date.now()
    const floor = found(await findFloor(db, floorId))
    const [zones, receivers, assets, positions, ambientDevices, { places }] = await Promise.all([
      may('zones.read') ? selectZones(db).where('zones.floorId', '=', floorId).orderBy('zones.name').execute() : [],
      may('receivers.read') ? selectReceivers(db).where('r.floorId', '=', floorId).orderBy('r.name').execute() : [],
      may('assets.read') ? assetsOnFloor(db, floorId, may('positions.read')) : [],
      may('positions.read') ? positionsOnFloor(db, floorId) : [],
      may('ambient.read') ? ambientOnFloor(db, floorId) : [],
      peopleOnSite(db),
    ])
    const here = places.filter((place) => place.floorId === floorId)
    return {
      floor,
      zones,
      receivers,
      assets,
      positions,
      ambientDevices,
      people: sumOf(here),
      peopleByZone: here.flatMap(({ zoneId, people }) => (zoneId === null ? [] : [{ zoneId, people }])),
      asOf,
      seq: positions.reduce((highest, { seq }) => Math.max(highest, seq), 0),
    }
  },
}
