/// <reference lib="dom" />
// What a browser keeps on its device: looked at from inside the page, as somebody with the device in hand would.
import { expect, type Page } from '@playwright/test'

type Kept = {
  readonly keys: number
  readonly kinds: readonly string[]
  readonly text: string
  /** By kind: as of when it is true. */
  readonly at: Readonly<Record<string, number>>
}

export function keptOn(page: Page): Promise<Kept> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error))
      })
    const isThere = (await indexedDB.databases()).some(({ name }) => name === 'rollcall')
    if (!isThere) return { keys: 0, kinds: [], text: '', at: {} }
    const database = await done(indexedDB.open('rollcall'))
    type Row = { kind: string; name: string; sealed: ArrayBuffer; at: number }
    const rows = await done<Row[]>(database.transaction('kept').objectStore('kept').getAll())
    const keys = await done(database.transaction('keys').objectStore('keys').count())
    database.close()
    const text = rows.map(({ sealed }) => new TextDecoder('latin1').decode(sealed)).join('')
    const clear = JSON.stringify({ ...localStorage })
    const kindOf = ({ kind, name }: Row) => (kind === 'answer' ? `answer ${name}` : kind)
    const at = Object.fromEntries(rows.map((row) => [kindOf(row), row.at]))
    return { keys, kinds: rows.map(kindOf), text: text + clear, at }
  })
}

/** The application and these are there for the time without a network; `since`: not older. */
export async function expectReadyWithoutNetwork(page: Page, kinds: readonly string[], since = 0) {
  const isInstalled = () => page.evaluate(async () => (await caches.match('/')) !== undefined)
  await expect.poll(isInstalled, { message: 'the application is on the device', timeout: 60_000 }).toBe(true)
  const kept = async () => Object.entries((await keptOn(page)).at).flatMap(([kind, at]) => (at >= since ? kind : []))
  await expect.poll(kept, { message: 'what is kept', timeout: 60_000 }).toEqual(expect.arrayContaining([...kinds]))
}
