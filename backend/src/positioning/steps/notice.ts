// Step 8: what is worth telling about the fixes: first sightings, zones entered and left, restricted zones, full zones
// (spec 4.2 Activity). Remembers per badge where it was last told to be.
import type { Fix, Happening } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { SiteModel, SiteZone } from '../site-model.ts'

/** A badge that was silent for longer is detected anew. */
const silentMs = 5 * 60_000
/** A badge not heard for longer does not count as being in its zone. */
const presentMs = 60_000

interface Told {
  zoneId: string | null
  at: number
}

export function noticeStep(): Step {
  const name = 'notice'
  const told = new Map<string, Told>()
  const occupancy = createOccupancy()

  const notice = (fix: Fix, site: SiteModel): Happening[] => {
    const { transmitterId, name: who, entityType } = fix.device.carrier
    const at = fix.device.heardAt
    const before = told.get(transmitterId)
    told.set(transmitterId, { zoneId: fix.zoneId, at })
    const tell = (type: Happening['type'], text: string, zone?: SiteZone): Happening => {
      return { at, type, transmitterId, floorId: fix.floor.id, zoneId: zone?.id ?? null, text }
    }
    const found: Happening[] = []
    if (!before || at - before.at > silentMs) found.push(tell('detected', `${who} was detected.`))
    const [left, entered] = [zoneOf(site, before?.zoneId), zoneOf(site, fix.zoneId)]
    if (left?.id !== entered?.id) {
      if (left) found.push(tell('zone_left', `${who} left ${left.name}.`, left))
      if (entered) found.push(tell('zone_entered', `${who} entered ${entered.name}.`, entered))
      if (entered?.isRestricted)
        found.push(tell('restricted_zone', `${who} is in ${entered.name}, which is restricted.`, entered))
    }
    if (entityType === 'asset' || entityType === 'standalone') return found
    const crowd = occupancy.place(transmitterId, entered, at)
    if (entered && crowd !== null) {
      found.push(
        tell('capacity_exceeded', `${entered.name} holds ${crowd} people, more than its ${entered.capacity}.`, entered),
      )
    }
    return found
  }

  return {
    name,
    run(batch, report) {
      const happenings = mapEach(batch.fixes, name, report, (fix) => notice(fix, batch.site)).flat()
      forgetOld(told, batch.now)
      return { ...batch, happenings }
    },
  }
}

const zoneOf = (site: SiteModel, id: string | null | undefined) => (id ? site.zones.get(id) : undefined)

/** Above this the memory is swept; it holds no more than the badges heard within the silence limit afterwards. */
const sweepAbove = 20_000

function forgetOld(told: Map<string, Told>, now: number): void {
  if (told.size <= sweepAbove) return
  for (const [id, { at }] of told) if (now - at > silentMs) told.delete(id)
}

/** Who is in which zone; answers the head count when somebody's arrival takes a zone over its capacity. */
function createOccupancy() {
  const zones = new Map<string, Map<string, number>>()
  const placeOf = new Map<string, string>()
  return {
    place(transmitterId: string, zone: SiteZone | undefined, at: number): number | null {
      const before = placeOf.get(transmitterId)
      if (before !== undefined && before !== zone?.id) {
        zones.get(before)?.delete(transmitterId)
        placeOf.delete(transmitterId)
      }
      if (!zone) return null
      const people = zones.get(zone.id) ?? new Map<string, number>()
      zones.set(zone.id, people)
      people.set(transmitterId, at)
      placeOf.set(transmitterId, zone.id)
      if (before === zone.id || zone.capacity === null || people.size <= zone.capacity) return null
      for (const [id, seen] of people) if (at - seen > presentMs) people.delete(id)
      return people.size === zone.capacity + 1 ? people.size : null
    },
  }
}
