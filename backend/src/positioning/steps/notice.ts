// Step 8: what the fixes mean for the activity log: first sightings, zones entered, stayed in and left, restricted zones, full zones
// (spec 4.2 Activity). Remembers where each badge stays; a badge that falls silent leaves its zone and is forgotten.
import type { Fix, ActivityRecord } from '../batch.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { SiteModel, SiteZone } from '../site-model.ts'
import { createZoneOccupancy } from '../zone-occupancy.ts'

/** A badge that was silent for longer has left, and is detected anew. */
const silentMs = 5 * 60_000
/** Staying in one zone for so long is recorded once. */
const dwellMs = 15 * 60_000
/** How often badges that fell silent are searched for. */
const sweepEveryMs = 10_000

/** Times in epoch milliseconds. */
interface Stay {
  who: string
  floorId: string
  zoneId: string | null
  /** In this zone. */
  since: number
  isDwellRecorded: boolean
  at: number
}

export function noticeStep(): Step {
  const name = 'notice'
  const stays = new Map<string, Stay>()
  const occupancy = createZoneOccupancy()
  let sweptAt = 0

  const notice = (fix: Fix, site: SiteModel): ActivityRecord[] => {
    const { transmitterId, name: who, entityType } = fix.device.carrier
    const at = fix.device.lastReadingAt
    const before = stays.get(transmitterId)
    const isSameStay = before?.zoneId === fix.zoneId
    const { since, isDwellRecorded } = isSameStay ? before : { since: at, isDwellRecorded: false }
    const now: Stay = { who, floorId: fix.floor.id, zoneId: fix.zoneId, since, isDwellRecorded, at }
    stays.set(transmitterId, now)
    const recordOf = (type: ActivityRecord['type'], text: string, zone?: SiteZone): ActivityRecord => {
      return { at, type, transmitterId, floorId: fix.floor.id, zoneId: zone?.id ?? null, text }
    }
    const found: ActivityRecord[] = []
    if (!before || at - before.at > silentMs) found.push(recordOf('detected', `${who} was detected.`))
    const [left, here] = [zoneOf(site, before?.zoneId), zoneOf(site, fix.zoneId)]
    if (left?.id !== here?.id) {
      if (left) found.push(recordOf('zone_left', `${who} left ${left.name}.`, left))
      if (here) found.push(recordOf('zone_entered', `${who} entered ${here.name}.`, here))
      if (here?.isRestricted)
        found.push(recordOf('restricted_zone', `${who} is in ${here.name}, which is restricted.`, here))
    }
    if (entityType === 'asset' || entityType === 'standalone') return found
    if (here && !now.isDwellRecorded && at - now.since >= dwellMs) {
      now.isDwellRecorded = true
      found.push(recordOf('dwell', `${who} has been in ${here.name} for ${dwellMs / 60_000} minutes.`, here))
    }
    const crowd = occupancy.place(transmitterId, here, at)
    if (here && crowd !== null)
      found.push(
        recordOf('capacity_exceeded', `${here.name} holds ${crowd} people, more than its ${here.capacity}.`, here),
      )
    return found
  }
  const noticeSilence = (now: number, site: SiteModel): ActivityRecord[] => {
    if (now - sweptAt < sweepEveryMs) return []
    sweptAt = now
    const silent = [...stays].filter(([, { at }]) => now - at > silentMs)
    return silent.flatMap(([transmitterId, { who, floorId, zoneId, at }]): ActivityRecord[] => {
      stays.delete(transmitterId)
      occupancy.place(transmitterId, undefined, at)
      const zone = zoneOf(site, zoneId)
      const text = `${who} is no longer heard in ${zone?.name}.`
      return zone ? [{ at: now, type: 'zone_left', transmitterId, floorId, zoneId, text }] : []
    })
  }

  return {
    name,
    run(batch, report) {
      const records = mapEach(batch.fixes, name, report, (fix) => notice(fix, batch.site)).flat()
      return { ...batch, activity: [...records, ...noticeSilence(batch.now, batch.site)] }
    },
  }
}

const zoneOf = (site: SiteModel, id: string | null | undefined) => (id ? site.zones.get(id) : undefined)
