// Keeps the table of foreign devices as the memory has it: writes what changed, forgets what is old, every few seconds. A database
// outage costs nothing but freshness. Started by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/schema.ts'
import { type AmbientDevices, rememberMs } from './ambient-devices.ts'
import { forgetAmbient, saveAmbient } from './ambient-queries.ts'

interface Options {
  db: Database
  devices: AmbientDevices
  log: FastifyBaseLogger
  now?: () => number
}

export interface AmbientWatch {
  /** Writes and forgets now; never throws. */
  flush(): Promise<void>
  stop(): Promise<void>
}

const writeEveryMs = 2000
const perStatement = 5000

export function startAmbientWatch({ db, devices, log, now = Date.now }: Options): AmbientWatch {
  let running: Promise<void> | null = null
  let failing = false
  const write = async () => {
    const time = now()
    devices.forget(time)
    const changed = devices.takeChanged()
    try {
      for (let i = 0; i < changed.length; i += perStatement) await saveAmbient(db, changed.slice(i, i + perStatement))
      await forgetAmbient(db, time - rememberMs)
      failing = false
    } catch (error) {
      if (!failing)
        log.warn({ code: 'ambient_not_stored', err: error }, 'Foreign devices cannot be stored; newer ones will be.')
      failing = true
    }
  }
  const flush = () => (running ??= write().finally(() => (running = null)))
  const timer = setInterval(() => void flush(), writeEveryMs)
  timer.unref()
  return {
    flush,
    async stop() {
      clearInterval(timer)
      await running
      await flush()
    },
  }
}
