// Keeps the resolver's keys as they are enrolled, and tells the register which phones were recognised. A database outage leaves the
// last keys in use. Started by identification.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import type { Seal } from '../../seal.ts'
import type { PhoneKey } from './phone.ts'
import { saveKey, saveRecognised, sealedKeys, sealKeysAnew, type SealedKey } from './phone-key-queries.ts'
import { createPhoneResolver, type PhoneResolver, type Recognised } from './phone-resolver.ts'

interface Options {
  db: Database
  seal: Seal
  log: FastifyBaseLogger
}

export interface PhoneWatch {
  readonly resolver: PhoneResolver
  /** Reads the keys. */
  readonly read: Repeated
  /** Writes which phones were recognised. */
  readonly store: Repeated
}

export async function startPhoneWatch({ db, seal, log }: Options): Promise<PhoneWatch> {
  const resolver = createPhoneResolver()
  const keys = new Map<string, PhoneKey | null>()
  let unsaved: Recognised[] = []

  const open = (row: SealedKey): PhoneKey | null => {
    try {
      const { id, transmitterId, state } = row
      return { id, transmitterId, key: seal.open(row.irkSealed), isProven: state === 'confirmed' }
    } catch {
      log.error(
        { code: 'phone_key_unreadable', record: row.id },
        'The key of an enrolled phone cannot be opened: SEAL_SECRET was changed without SEAL_SECRET_PREVIOUS. The phone must be enrolled again.',
      )
      return null
    }
  }
  let isSealedAnew = false
  const readKeys = async () => {
    if (!isSealedAnew) await sealKeysAnew(db, seal.anew)
    isSealedAnew = true
    const rows = await sealedKeys(db)
    const ids = new Set(rows.map(({ id }) => id))
    for (const id of keys.keys()) if (!ids.has(id)) keys.delete(id)
    for (const row of rows) if (!keys.has(row.id)) keys.set(row.id, open(row))
    resolver.setKeys([...keys.values()].filter((key) => key !== null))
  }
  const save = async () => {
    unsaved = merged(unsaved, resolver.takeRecognised())
    for (const { transmitterId, turnedKey } of unsaved)
      if (turnedKey) await saveKey(db, transmitterId, seal.seal(turnedKey))
    if (unsaved.length > 0) await saveRecognised(db, unsaved)
    unsaved = []
  }
  const store = repeat({
    name: 'store-recognised-phones',
    everyMs: 1000,
    log,
    whileFailing: 'Which phones were recognised cannot be stored; it is tried again.',
    work: save,
  })
  const read = repeat({
    name: 'read-phone-keys',
    everyMs: 60_000,
    log,
    whileFailing: 'The keys of enrolled phones stay as last read.',
    work: readKeys,
  })
  await read.run()
  return { resolver, read, store }
}

/** The newest per phone; a turned key is not forgotten before it is saved. */
function merged(before: readonly Recognised[], now: readonly Recognised[]): Recognised[] {
  const byPhone = new Map(before.map((one) => [one.transmitterId, one]))
  for (const one of now) {
    const turnedKey = one.turnedKey ?? byPhone.get(one.transmitterId)?.turnedKey ?? null
    byPhone.set(one.transmitterId, { ...one, turnedKey })
  }
  return [...byPhone.values()]
}
