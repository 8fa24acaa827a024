// Takes up the badges where the process before left them, so that a restart makes no marker jump and the activity log says nothing that
// did not happen. By the times of readings, not by how long the machine says that it was away. Called by engine.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import type { DeviceStore } from './device-store.ts'
import type { KeptPosition } from './history-filter.ts'
import { readPathLosses } from './path-loss-queries.ts'
import { mapInTurns } from '../map-in-turns.ts'
import { lastPosition, movePositionsBack, positionsSince } from './resume-queries.ts'
import { everything, partitionOf, type Share } from '../ownership/shares.ts'
import type { SiteModel } from './site-model.ts'
import type { Stays } from './stays.ts'
import { silentMs } from './steps/notice.ts'
import { restartMs } from './track.ts'

interface Options {
  db: Database
  log: FastifyBaseLogger
  devices: DeviceStore
  stays: Stays
  site: SiteModel | null
  /** Whose badges. */
  share: Share
  /** Epoch milliseconds. */
  now: number
}

export interface Resumed {
  /** No position had a higher number. */
  lastSeq: number
  /** What the history has of each badge. */
  kept: KeptPosition[]
}

/** After a longer time in which nobody listened everybody is detected anew, milliseconds. */
const longestPauseMs = 3_600_000
/** Of clocks that are read one after the other. */
const roundingMs = 1000

/** Never throws: without the database markers begin anew, as after a long silence. */
export async function resumeDevices(options: Options): Promise<Resumed> {
  const { db, log, now } = options
  try {
    const badges = badgesOf(options)
    const { at: heardUntil, seq: lastSeq } = await lastPosition(db, badges)
    if (heardUntil === null || now - heardUntil > longestPauseMs) return { lastSeq, kept: [] }
    const aheadMs = heardUntil - now
    if (aheadMs > roundingMs) await movePositionsBack(db, aheadMs, badges)
    const pauseMs = Math.max(0, -aheadMs)
    await resumePathLosses(options)
    const rows = await positionsSince(db, now - pauseMs - silentMs, badges)
    return { lastSeq, kept: (await mapInTurns(rows, (row) => resumeOne(row, pauseMs, options))).flat() }
  } catch (error) {
    log.warn({ code: 'positions_not_resumed', err: error }, 'The last positions cannot be read; markers begin anew.')
    return { lastSeq: 0, kept: [] }
  }
}

function badgesOf({ share, site }: Options): string[] | null {
  if (share === everything) return null
  const partitions = new Set(share.partitions)
  return [...(site?.carriers.keys() ?? [])].filter((id) => partitions.has(partitionOf(id)))
}

/** Before the devices: their filters begin with it. */
export async function resumePathLosses({ db, site }: Pick<Options, 'db' | 'site'>): Promise<void> {
  for (const { floorId, ...learnt } of await readPathLosses(db)) {
    const floor = site?.floors.get(floorId)
    if (!floor?.learner) continue
    const exponent = floor.learner.resume(learnt)
    if (exponent !== floor.grid.exponent) floor.grid.retune(exponent)
  }
}

type Row = Awaited<ReturnType<typeof positionsSince>>[number]

function resumeOne(row: Row, pauseMs: number, { devices, stays, site, now }: Options): KeptPosition[] {
  const { transmitterId, floorId, zoneId, xM, yM } = row
  const [carrier, floor] = [site?.carriers.get(transmitterId), site?.floors.get(floorId)]
  if (!site || !carrier || !floor) return []
  const at = Date.parse(row.at)
  const device = devices.of(carrier)
  device.lastReadingAt = at
  if (now - at <= restartMs) {
    device.floors.resume(floorId, at)
    const { method, accuracyM } = row
    device.track.resume({ floor, xM, yM, at, movedAt: epoch(row.movedAt), method, accuracyM })
    device.musterStay.resume(epoch(row.musterSince), at)
  }
  device.zones.resume(zoneId, at)
  // Nobody knows where somebody was all the time that nobody listened: a stay of that length is not told of.
  const since = (time: string | null) => (pauseMs > silentMs ? now : (epoch(time) ?? at))
  const stay = {
    who: carrier.name,
    floorId,
    zoneId,
    // Silent is a badge that nobody hears, not one that nobody listened to.
    at: at + pauseMs,
    zoneSince: since(row.zoneSince),
    notedZoneId: row.notedSince === null ? zoneId : row.notedZoneId,
    notedSince: since(row.notedSince),
    dwellNoted: row.dwellNoted,
  }
  stays.resume(transmitterId, stay)
  const { keptAt, keptFloorId, keptXM, keptYM } = row
  if (keptAt === null || keptFloorId === null || keptXM === null || keptYM === null) return []
  const position = { xM: keptXM, yM: keptYM }
  return [{ transmitterId, floorId: keptFloorId, zoneId: row.keptZoneId, position, timestamp: Date.parse(keptAt) }]
}

const epoch = (time: string | null) => (time === null ? null : Date.parse(time))
