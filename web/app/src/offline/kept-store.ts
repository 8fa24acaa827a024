// What this device keeps for the time without a network: sealed rows in IndexedDB, and the key as long as the sign-in lasts
// (docs/decisions/0031-what-a-phone-keeps.md). Of another account, or of a sign-in that has ended, only sealed taps stay, which that
// account can send when it signs in again. Opened by kept.ts.

/** `taps` outlive the sign-in; everything else ends with it. */
export type Kind = 'taps' | 'board' | 'answer'
export type Kept = { readonly value: unknown; readonly at: number }
export type KeptStore = {
  /** `at`: as of when it is true; epoch milliseconds. */
  readonly write: (kind: Kind, name: string, value: unknown, at?: number) => Promise<void>
  /** Null also for what was sealed with another key. */
  readonly read: (kind: Kind, name: string) => Promise<Kept | null>
  readonly names: (kind: Kind) => Promise<string[]>
  readonly remove: (kind: Kind, name: string) => Promise<void>
}
/** Who is signed in, and until when. */
export type Holder = { readonly userId: string; readonly expiresAt: number }

/** Base64. `previous`: of secrets before, which open what was sealed then. */
type GivenKeys = { readonly key: string; readonly previous: readonly string[] }
type Keys = { readonly key: CryptoKey; readonly former?: readonly CryptoKey[] | undefined }
type KeyRow = Holder & Keys
type SealedRow = {
  readonly id: string
  readonly userId: string
  readonly kind: Kind
  readonly name: string
  readonly at: number
  readonly nonce: Uint8Array<ArrayBuffer>
  readonly sealed: ArrayBuffer
}

const algorithm = 'AES-GCM'
const nonceBytes = 12
/** Nobody came back to send them. */
const tapsLastMs = 30 * 24 * 60 * 60_000

/** `readKeys`: from the server. It is asked for once in a sign-in. Throws where nothing can be kept. */
export async function openKeptStore(holder: Holder, readKeys: () => Promise<GivenKeys>): Promise<KeptStore> {
  const database = await openDatabase()
  const { key, former = [] } = await keysFor(database, holder, readKeys)
  const { userId } = holder
  const idOf = (kind: Kind, name: string) => `${userId}/${kind}/${name}`
  /** A row under another name, or another account's, does not open. */
  const sealing = (id: string, nonce: Uint8Array<ArrayBuffer>) => {
    return { name: algorithm, iv: nonce, additionalData: new TextEncoder().encode(id) }
  }
  return {
    async write(kind, name, value, at = Date.now()) {
      const id = idOf(kind, name)
      const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
      const plain = new TextEncoder().encode(JSON.stringify(value))
      const sealed = await crypto.subtle.encrypt(sealing(id, nonce), key, plain)
      const row: SealedRow = { id, userId, kind, name, at, nonce, sealed }
      const store = rowsOf(database, 'readwrite')
      store.put(row)
      await finished(store.transaction)
    },
    async read(kind, name) {
      const id = idOf(kind, name)
      const row = await done<SealedRow | undefined>(rowsOf(database).get(id))
      if (!row) return null
      for (const one of [key, ...former]) {
        const plain = await crypto.subtle.decrypt(sealing(id, row.nonce), one, row.sealed).catch(() => null)
        if (plain) return { value: JSON.parse(new TextDecoder().decode(plain)), at: row.at }
      }
      return null
    },
    async names(kind) {
      const all = await done<SealedRow[]>(rowsOf(database).getAll())
      return all.filter((row) => row.userId === userId && row.kind === kind).map((row) => row.name)
    },
    remove: async (kind, name) => void (await done(rowsOf(database, 'readwrite').delete(idOf(kind, name)))),
  }
}

/** Everything but sealed taps, unless it belongs to whoever is signed in now. Null: nobody is. */
export async function forgetKept(holder: Holder | null, now = Date.now()): Promise<void> {
  const database = await openDatabase()
  const isOver = ({ userId, expiresAt }: Holder) => userId !== holder?.userId || expiresAt <= now
  const keys = keysOf(database, 'readwrite')
  const over = (await done<KeyRow[]>(keys.getAll())).filter(isOver)
  for (const { userId } of over) keysOf(database, 'readwrite').delete(userId)
  const ended = new Set(over.map(({ userId }) => userId))
  const rows = await done<SealedRow[]>(rowsOf(database).getAll())
  const isGone = ({ userId, kind, at }: SealedRow) =>
    kind === 'taps' ? at < now - tapsLastMs : userId !== holder?.userId || ended.has(userId)
  const store = rowsOf(database, 'readwrite')
  await Promise.all(rows.filter(isGone).map(({ id }) => done(store.delete(id))))
  database.close()
}

async function keysFor(database: IDBDatabase, holder: Holder, readKeys: () => Promise<GivenKeys>): Promise<Keys> {
  const held = await done<KeyRow | undefined>(keysOf(database).get(holder.userId))
  const keys = held && held.expiresAt > Date.now() ? held : await importedAll(await readKeys())
  const { key, former } = keys
  // Also for those that are held: the sign-in may have been prolonged.
  await done(keysOf(database, 'readwrite').put({ ...holder, key, former } satisfies KeyRow))
  return { key, former }
}

async function importedAll({ key, previous }: GivenKeys): Promise<Keys> {
  return { key: await imported(key), former: await Promise.all(previous.map(imported)) }
}

/** Not even this page can read it again: it can only seal and open. */
function imported(base64: string): Promise<CryptoKey> {
  const bytes = Uint8Array.from(atob(base64), (letter) => letter.codePointAt(0) ?? 0)
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['encrypt', 'decrypt'])
}

const keysOf = (database: IDBDatabase, mode: IDBTransactionMode = 'readonly') =>
  database.transaction('keys', mode).objectStore('keys')
const rowsOf = (database: IDBDatabase, mode: IDBTransactionMode = 'readonly') =>
  database.transaction('kept', mode).objectStore('kept')

function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open('rollcall', 1)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('keys', { keyPath: 'userId' })
    request.result.createObjectStore('kept', { keyPath: 'id' })
  })
  return done(request)
}

function done<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('The storage of this browser failed')))
  })
}

/** A device without room says so only at the end of a transaction. */
function finished(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    transaction.addEventListener('abort', () => reject(transaction.error ?? new Error('It was not stored')))
  })
}
