// Opens the doors for readings: HTTP always, MQTT when a broker is named. Called by server.ts.
import type { FastifyInstance } from 'fastify'
import type { Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { createIngestCounters, type IngestCounters } from './ingest-counters.ts'
import { ingestRoutes } from './ingest-routes.ts'
import { createIntake, type IntakeOptions } from './intake.ts'
import { type MqttSettings, startMqttIntake } from './mqtt-intake.ts'
import type { ReadingLog } from './log/reading-log.ts'
import { startReceiverKeys } from './receiver-keys.ts'

export interface Ingest {
  /** With the readings that the log gave up, for metrics. */
  readonly counters: Readonly<IngestCounters & { dropped: number }>
  /** Reads the receivers' own keys. */
  readonly work: Repeated
  stop(): Promise<void>
}

interface IngestOptions extends Pick<IntakeOptions, 'namePhones' | 'arrivalsOf'> {
  db: Database
  ingestKeys: readonly string[]
  mqtt: MqttSettings | null
  readings: ReadingLog
  /** Epoch milliseconds. */
  now: () => number
  /** Whether this backend makes the positions. */
  isOurs: () => boolean
}

export async function startIngest(app: FastifyInstance, options: IngestOptions): Promise<Ingest> {
  const { db, ingestKeys, mqtt, readings, now, isOurs, namePhones, arrivalsOf } = options
  const { isShared } = readings
  const { log } = app
  const counters = createIngestCounters()
  const intake = createIntake({ readings, counters, now, isOurs, namePhones, arrivalsOf })
  const keys = await startReceiverKeys(db, log)
  await app.register(ingestRoutes, { intake, isShared, ingestKeys, receiverByKeyHash: keys.receiverByKeyHash })
  const broker = mqtt && (await startMqttIntake({ ...mqtt, intake, isShared, counters, log }))
  return {
    counters: Object.defineProperty(counters, 'dropped', {
      enumerable: true,
      get: () => readings.dropped,
    }) as Ingest['counters'],
    work: keys.work,
    async stop() {
      await broker?.stop()
    },
  }
}
