// Who is behind an address that nobody registered: an enrolled phone, or a foreign device. Keeps the two memories of it together with
// their tables. Started by server.ts, asked by the pipeline.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import type { Seal } from '../seal.ts'
import { type AmbientDevices, createAmbientDevices } from './ambient/ambient-devices.ts'
import { startAmbientWatch } from './ambient/ambient-watch.ts'
import { createMakerList } from './ambient/maker-list.ts'
import type { PhoneResolver } from './identity/phone-resolver.ts'
import { startPhoneWatch } from './identity/phone-watch.ts'

export interface Identification {
  readonly phones: PhoneResolver
  readonly ambient: AmbientDevices
  /** A phone may have been enrolled or taken back: look now. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

interface Options {
  db: Database
  seal: Seal
  log: FastifyBaseLogger
}

export async function startIdentification({ db, seal, log }: Options): Promise<Identification> {
  const ambient = createAmbientDevices({ makerOf: createMakerList(log) })
  const phoneWatch = await startPhoneWatch({ db, seal, log })
  const ambientWatch = startAmbientWatch({ db, devices: ambient, log })
  return {
    phones: phoneWatch.resolver,
    ambient,
    refresh: phoneWatch.refresh,
    async stop() {
      await phoneWatch.stop()
      await ambientWatch.stop()
    },
  }
}
