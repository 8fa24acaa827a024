// The floor plan's snapshot, with people, assets and ambient devices, and the site at a glance (spec 4.2 Context, rules 8). Parts that
// the caller may not read are empty lists.
import type { context, FloorContext } from '@rollcall/contracts/domains/context'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { assetsOnFloor } from '../assets/asset-queries.ts'
import { activeEmergencies } from '../emergency/emergency-queries.ts'
import { findFloor } from '../floors/floor-queries.ts'
import { positionsOnFloor } from '../positions/position-queries.ts'
import { presenceFor, sumOf, type Presence } from '../positions/presence.ts'
import { selectReceivers } from '../receivers/receiver-queries.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { findWalls } from '../walls/wall-queries.ts'
import type { SiteAnswer } from '../site-answers.ts'
import { selectZones } from '../zones/zone-queries.ts'
import { ambientOnFloor, receiverCounts, siteBuildings } from './context-queries.ts'

export function contextHandlers(presence: Presence, siteAnswer: SiteAnswer): Handlers<typeof context, Context> {
  return {
    async site({ context }) {
      const { db, may } = context
      const asOf = Date.now()
      const [{ places, assets, seq }, [settings, buildings, receivers], emergencies] = await Promise.all([
        presenceFor(context, presence),
        siteAnswer(context, 'site', () => Promise.all([readSettings(db), siteBuildings(db), receiverCounts(db)])),
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
            people: sumOf(places.filter((place) => place.floorId === floor.id)),
          })),
        })),
        counts: { ...receivers, assets: assets.reduce((sum, { count }) => sum + count, 0), people: sumOf(places) },
        activeEmergencies: emergencies,
        asOf,
        seq,
      }
    },
    floor({ params: { floorId }, context }) {
      const key = `floor ${floorId} ${partsOfFloor.filter(context.may).join(' ')}`
      return siteAnswer(context, key, () => readFloor(context, presence, floorId))
    },
  }
}

/** What of a floor is shown to whom. */
const partsOfFloor = ['zones.read', 'receivers.read', 'assets.read', 'positions.read', 'ambient.read'] as const

async function readFloor(context: Context, presence: Presence, floorId: string): Promise<z.input<typeof FloorContext>> {
  const { db, may } = context
  const asOf = Date.now()
  const floor = found(await findFloor(db, floorId))
  const [{ places }, zones, walls, receivers, assets, positions, ambientDevices] = await Promise.all([
    presenceFor(context, presence),
    may('zones.read') ? selectZones(db).where('zones.floorId', '=', floorId).orderBy('zones.name').execute() : [],
    may('zones.read') ? findWalls(db, floorId) : undefined,
    may('receivers.read') ? selectReceivers(db).where('r.floorId', '=', floorId).orderBy('r.name').execute() : [],
    may('assets.read') ? assetsOnFloor(db, floorId, may('positions.read')) : [],
    may('positions.read') ? positionsOnFloor(db, floorId) : [],
    may('ambient.read') ? ambientOnFloor(db, floorId) : [],
  ])
  const here = places.filter((place) => place.floorId === floorId)
  return {
    floor,
    zones,
    walls: walls ?? { id: floorId, updatedAt: floor.createdAt, walls: [] },
    receivers,
    assets,
    positions,
    ambientDevices,
    people: sumOf(here),
    peopleByZone: here.flatMap(({ zoneId, people }) => (zoneId === null ? [] : [{ zoneId, people }])),
    asOf,
    seq: positions.reduce((highest, { seq }) => Math.max(highest, seq), 0),
  }
}
