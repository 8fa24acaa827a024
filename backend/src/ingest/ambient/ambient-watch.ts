// Keeps the table of ambient devices as the memory has it: writes what changed, forgets what is old, every few seconds. A database
// outage costs nothing but freshness. Made by identification.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import { type AmbientDevices, rememberMs } from './ambient-devices.ts'
import { forgetAmbient, saveAmbient } from './ambient-queries.ts'

interface Options {
  db: Database
  devices: AmbientDevices
  log: FastifyBaseLogger
  now?: () => number
}

const perStatement = 5000

export function createAmbientWatch({ db, devices, log, now = Date.now }: Options): Repeated {
  return repeat({
    name: 'store-ambient-devices',
    everyMs: 2000,
    log,
    whileFailing: 'Ambient devices cannot be stored; newer ones will be.',
    async work() {
      const time = now()
      devices.forget(time)
      const changed = devices.takeChanged()
      for (let i = 0; i < changed.length; i += perStatement) await saveAmbient(db, changed.slice(i, i + perStatement))
      await forgetAmbient(db, time - rememberMs)
    },
  })
}
