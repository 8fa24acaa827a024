// Step 8: what is worth telling about the fixes: first sightings, zones entered, stayed in and left, restricted zones, full zones
// (spec 4.2 Activity). Remembers per badge where it was last told to be; a badge that falls silent leaves its zone and is forgotten.
import type { Fix, Happening } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { SiteModel, SiteZone } from '../site-model.ts'
import { createZoneOccupancy } from '../zone-occupancy.ts'

/** A badge that was silent for longer has left, and is detected anew. */
const silentMs = 5 * 60_000
/** Staying in one zone for so long is told once. */
const dwellMs = 15 * 60_000
/** How often silence is looked for. */
const sweepEveryMs = 10_000

/** Times in epoch milliseconds. */
interface Told {
  who: string
  floorId: string
  zoneId: string | null
  /** In this zone. */
  since: number
  isDwellTold: boolean
  at: number
}

export function noticeStep(): Step {
  const name = 'notice'
  const told = new Map<string, Told>()
  const occupancy = createZoneOccupancy()
  let sweptAt = 0

  const notice = (fix: Fix, site: SiteModel): Happening[] => {
    const { transmitterId, name: who, entityType } = fix.device.carrier
    const at = fix.device.heardAt
    const before = told.get(transmitterId)
    const isSameStay = before?.zoneId === fix.zoneId
    const now = { who, floorId: fix.floor.id, zoneId: fix.zoneId, since: at, isDwellTold: false, at }
    if (isSameStay) Object.assign(now, { since: before.since, isDwellTold: before.isDwellTold })
    told.set(transmitterId, now)
    const tell = (type: Happening['type'], text: string, zone?: SiteZone): Happening => {
      return { at, type, transmitterId, floorId: fix.floor.id, zoneId: zone?.id ?? null, text }
    }
    const found: Happening[] = []
    if (!before || at - before.at > silentMs) found.push(tell('detected', `${who} was detected.`))
    const [left, here] = [zoneOf(site, before?.zoneId), zoneOf(site, fix.zoneId)]
    if (left?.id !== here?.id) {
      if (left) found.push(tell('zone_left', `${who} left ${left.name}.`, left))
      if (here) found.push(tell('zone_entered', `${who} entered ${here.name}.`, here))
      if (here?.isRestricted)
        found.push(tell('restricted_zone', `${who} is in ${here.name}, which is restricted.`, here))
    }
    if (entityType === 'asset' || entityType === 'standalone') return found
    if (here && !now.isDwellTold && at - now.since >= dwellMs) {
      now.isDwellTold = true
      found.push(tell('dwell', `${who} has been in ${here.name} for ${dwellMs / 60_000} minutes.`, here))
    }
    const crowd = occupancy.place(transmitterId, here, at)
    if (here && crowd !== null)
      found.push(tell('capacity_exceeded', `${here.name} holds ${crowd} people, more than its ${here.capacity}.`, here))
    return found
  }
  const noticeSilence = (now: number, site: SiteModel): Happening[] => {
    if (now - sweptAt < sweepEveryMs) return []
    sweptAt = now
    const silent = [...told].filter(([, { at }]) => now - at > silentMs)
    return silent.flatMap(([transmitterId, { who, floorId, zoneId, at }]): Happening[] => {
      told.delete(transmitterId)
      occupancy.place(transmitterId, undefined, at)
      const zone = zoneOf(site, zoneId)
      const text = `${who} is no longer heard in ${zone?.name}.`
      return zone ? [{ at: now, type: 'zone_left', transmitterId, floorId, zoneId, text }] : []
    })
  }

  return {
    name,
    run(batch, report) {
      const happenings = mapEach(batch.fixes, name, report, (fix) => notice(fix, batch.site)).flat()
      return { ...batch, happenings: [...happenings, ...noticeSilence(batch.now, batch.site)] }
    },
  }
}

const zoneOf = (site: SiteModel, id: string | null | undefined) => (id ? site.zones.get(id) : undefined)
