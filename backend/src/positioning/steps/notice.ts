// Step 8: what the fixes mean for the activity log: first sightings, zones entered, stayed in and left as a person would write them down,
// restricted zones at once (spec 4.2 Activity). A badge that falls silent leaves its zone and is forgotten. Full zones are noted by the
// alert watch, which counts everybody.
import { said, told, type Said } from '@rollcall/contracts/sentences'
import type { Fix, ActivityRecord } from '../batch.ts'
import { type Move, NotedStay } from '../noted-stay.ts'
import { mapEach, type Step } from '../pipeline.ts'
import type { SiteModel, SiteZone } from '../site-model.ts'
import { createStays, type Stay, type Stays } from '../stays.ts'

/** A badge that was silent for longer has left, and is detected anew. */
export const silentMs = 5 * 60_000
/** Staying in one zone for so long is recorded once. */
const dwellMs = 15 * 60_000
/** How often badges that fell silent are searched for. */
const sweepEveryMs = 10_000

export function noticeStep(stays: Stays = createStays()): Step {
  const name = 'notice'
  let sweptAt = 0

  const notice = (fix: Fix, site: SiteModel): ActivityRecord[] => {
    const { transmitterId, name: who, entityType } = fix.device.carrier
    const at = fix.device.lastReadingAt
    const last = stays.all.get(transmitterId)
    const before = last && at - last.at <= silentMs ? last : undefined
    const { noted, dwellNotedFor } = before ?? { noted: new NotedStay(at), dwellNotedFor: null }
    const now: Stay = { who, floorId: fix.floor.id, zoneId: fix.zoneId, noted, dwellNotedFor, at }
    stays.all.set(transmitterId, now)
    const recordOf = (type: ActivityRecord['type'], sentence: Said, zone?: SiteZone, when = at): ActivityRecord => {
      // Whoever left a zone by the stairs left it on the floor where it is, not where they are now.
      const [floorId, zoneId] = [zone?.floorId ?? fix.floor.id, zone?.id ?? null]
      return { at: when, type, transmitterId, floorId, zoneId, ...told(sentence) }
    }
    const found: ActivityRecord[] = []
    if (!before) found.push(recordOf('detected', said('detected', { name: who })))
    const here = zoneOf(site, fix.zoneId)
    if (here?.isRestricted && before?.zoneId !== here.id)
      found.push(recordOf('restricted_zone', said('in_restricted', { name: who, zone: here.name }), here))
    const move = noted.update(fix.zoneId, at, fix.zoneSince)
    if (move) found.push(...movesOf(move, who, site, recordOf))
    if (entityType === 'asset' || entityType === 'standalone') return found
    const stayedIn = zoneOf(site, noted.zoneId)
    if (stayedIn && dwellNotedFor !== noted.since && at - noted.since >= dwellMs) {
      now.dwellNotedFor = noted.since
      const sentence = said('stayed', { name: who, zone: stayedIn.name, minutes: dwellMs / 60_000 })
      found.push(recordOf('dwell', sentence, stayedIn))
    }
    return found
  }
  const noticeSilence = (now: number, site: SiteModel): ActivityRecord[] => {
    // A clock that was set back waits no longer than one that was not.
    if (Math.abs(now - sweptAt) < sweepEveryMs) return []
    sweptAt = now
    const silent = [...stays.all].filter(([, { at }]) => now - at > silentMs)
    return silent.flatMap(([transmitterId, { who, noted }]): ActivityRecord[] => {
      stays.all.delete(transmitterId)
      const zone = zoneOf(site, noted.zoneId)
      if (!zone) return []
      const sentence = told(said('not_heard', { name: who, zone: zone.name }))
      return [{ at: now, type: 'zone_left', transmitterId, floorId: zone.floorId, zoneId: zone.id, ...sentence }]
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

type RecordOf = (type: ActivityRecord['type'], sentence: Said, zone: SiteZone, when: number) => ActivityRecord

/** One line for a way from one zone to another. */
function movesOf({ from, to, at }: Move, name: string, site: SiteModel, recordOf: RecordOf): ActivityRecord[] {
  const [left, entered] = [zoneOf(site, from), zoneOf(site, to)]
  if (!entered) return left ? [recordOf('zone_left', said('left', { name, zone: left.name }), left, at)] : []
  const zone = entered.name
  const sentence = left ? said('went', { name, from: left.name, zone }) : said('entered', { name, zone })
  return [recordOf('zone_entered', sentence, entered, at)]
}

const zoneOf = (site: SiteModel, id: string | null | undefined) => (id ? site.zones.get(id) : undefined)
