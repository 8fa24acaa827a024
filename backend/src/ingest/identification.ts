// Who is behind an address that nobody registered: an enrolled phone, or an ambient device. Keeps the two memories of it together with
// their tables. Started by server.ts, asked by the pipeline.
import type { FastifyBaseLogger } from 'fastify'
import type { Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import type { Seal } from '../seal.ts'
import { type AmbientDevices, createAmbientDevices } from './ambient/ambient-devices.ts'
import { createAmbientWatch } from './ambient/ambient-watch.ts'
import { createMakerList } from './ambient/maker-list.ts'
import type { PhoneResolver } from './identity/phone-resolver.ts'
import { startPhoneWatch } from './identity/phone-watch.ts'

export interface Identification {
  readonly phones: PhoneResolver
  readonly ambient: AmbientDevices
  /** Reads the keys of enrolled phones. */
  readonly readKeys: Repeated
  /** Writes what was recognised. */
  readonly store: readonly Repeated[]
}

interface Options {
  db: Database
  seal: Seal
  log: FastifyBaseLogger
}

export async function startIdentification({ db, seal, log }: Options): Promise<Identification> {
  const ambient = createAmbientDevices({ makerOf: createMakerList(log) })
  const { resolver: phones, read: readKeys, store } = await startPhoneWatch({ db, seal, log })
  return { phones, ambient, readKeys, store: [store, createAmbientWatch({ db, devices: ambient, log })] }
}
