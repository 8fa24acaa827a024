// Keeps the resolver's keys as they are enrolled, and tells the register which phones were recognised. A database outage leaves the
// last keys in use. Started by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/schema.ts'
import type { Seal } from '../../seal.ts'
import type { PhoneKey } from './phone.ts'
import { saveKey, saveRecognised, sealedKeys, type SealedKey } from './phone-key-queries.ts'
import { createPhoneResolver, type PhoneResolver, type Recognised } from './phone-resolver.ts'

interface Options {
  db: Database
  seal: Seal
  log: FastifyBaseLogger
}

export interface PhoneWatch {
  readonly resolver: PhoneResolver
  /** Reads the keys and writes what was recognised, now; never throws. */
  refresh(): Promise<void>
  stop(): Promise<void>
}

const everyMs = 1000
/** The keys are also read at once when somebody enrols a phone; this is for changes behind our back. */
const readEveryTurns = 10

export async function startPhoneWatch({ db, seal, log }: Options): Promise<PhoneWatch> {
  const resolver = createPhoneResolver()
  const keys = new Map<string, PhoneKey | null>()
  let unsaved: Recognised[] = []
  let running: Promise<void> | null = null
  let failing = false

  const open = (row: SealedKey): PhoneKey | null => {
    try {
      const { id, transmitterId, state } = row
      return { id, transmitterId, key: seal.open(row.irkSealed), isProven: state === 'confirmed' }
    } catch {
      log.error(
        { code: 'phone_key_unreadable', record: row.id },
        'The key of an enrolled phone cannot be opened: TOKEN_SECRET was changed. The phone must be enrolled again.',
      )
      return null
    }
  }
  const readKeys = async () => {
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
  const look = async (isReading: boolean) => {
    try {
      await save()
      if (isReading) await readKeys()
      failing = false
    } catch (error) {
      if (!failing)
        log.warn({ code: 'phone_keys_unreadable', err: error }, 'The keys of enrolled phones stay as last read.')
      failing = true
    }
  }
  const run = (isReading: boolean) => (running ??= look(isReading).finally(() => (running = null)))
  const refresh = async () => {
    await running
    await run(true)
  }
  let turn = 0
  const timer = setInterval(() => void run(++turn % readEveryTurns === 0), everyMs)
  timer.unref()
  await refresh()
  return {
    resolver,
    refresh,
    async stop() {
      clearInterval(timer)
      await refresh()
    },
  }
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
