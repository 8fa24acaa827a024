// Opens the doors for readings: HTTP always, MQTT when a broker is named. Called by server.ts.
import type { FastifyInstance } from 'fastify'
import type { Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { ingestRoutes } from './ingest-routes.ts'
import type { Intake } from './intake.ts'
import { type MqttCounters, type MqttSettings, startMqttIntake } from './mqtt-intake.ts'
import { startReceiverKeys } from './receiver-keys.ts'

export interface Ingest {
  readonly counters: Readonly<MqttCounters>
  /** Reads the receivers' own keys. */
  readonly work: Repeated
  stop(): Promise<void>
}

interface IngestOptions {
  db: Database
  ingestKeys: readonly string[]
  mqtt: MqttSettings | null
  intake: Intake
  /** Whether several backends share the log. */
  isShared: boolean
}

export async function startIngest(app: FastifyInstance, options: IngestOptions): Promise<Ingest> {
  const { db, ingestKeys, mqtt, intake, isShared } = options
  const { log } = app
  const counters = { unreadable: 0 }
  const keys = await startReceiverKeys(db, log)
  await app.register(ingestRoutes, { intake, isShared, ingestKeys, receiverByKeyHash: keys.receiverByKeyHash })
  const broker = mqtt && (await startMqttIntake({ ...mqtt, intake, isShared, counters, log }))
  return {
    counters,
    work: keys.work,
    async stop() {
      await broker?.stop()
    },
  }
}
