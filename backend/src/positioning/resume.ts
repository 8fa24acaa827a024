// Takes up the badges where the process before left them, so that a restart makes no marker jump. Called by engine.ts at the start.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import type { DeviceStore } from './device-store.ts'
import { currentSince } from './position-queries.ts'
import type { SiteModel } from './site-model.ts'
import { restartMs } from './track.ts'

interface Options {
  db: Database
  log: FastifyBaseLogger
  devices: DeviceStore
  site: SiteModel | null
  now: number
}

/** Never throws: without the database markers begin anew, as after a long silence. */
export async function resumeDevices({ db, log, devices, site, now }: Options): Promise<void> {
  try {
    const since = new Date(now - restartMs).toISOString()
    for (const { transmitterId, floorId, xM, yM, at, movedAt, musterSince } of await currentSince(db, since)) {
      const [carrier, floor] = [site?.carriers.get(transmitterId), site?.floors.get(floorId)]
      if (!carrier || !floor) continue
      const device = devices.of(carrier)
      device.lastReadingAt = Date.parse(at)
      device.track.resume({ floor, xM, yM, at: device.lastReadingAt, movedAt: epoch(movedAt) })
      device.musterStay.resume(epoch(musterSince), device.lastReadingAt)
    }
  } catch (error) {
    log.warn({ code: 'positions_not_resumed', err: error }, 'The last positions cannot be read; markers begin anew.')
  }
}

const epoch = (time: string | null) => (time === null ? null : Date.parse(time))
