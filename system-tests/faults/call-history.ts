// What is asked of the product while it is faulty, and what was answered: things that are added with a serial number, requests that are
// denied, all through the public door. Nothing is asked twice: an answer that did not come says nothing of the effect.
import { setTimeout as sleep } from 'node:timers/promises'
import type { Site } from '../cluster/signed-in-site.ts'

/** `status` 0: no answer. */
export type Call = { readonly serial: number; readonly status: number; readonly atMs: number }
export type Calls = { readonly added: Call[]; readonly denied: Call[] }

export const assetName = (serial: number) => `Fault ${serial}`
/** Of an area that the server layer guards itself; nothing is there. */
export const deniedPath = (serial: number) => `/api/audit/00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`

const pauseMs = 100
/** No two runs use the same. */
let nextSerial = 0

/** Noted before it is asked. */
function noteIn(list: Call[]): { -readonly [Key in keyof Call]: Call[Key] } {
  const call = { serial: nextSerial++, status: 0, atMs: 0 }
  list.push(call)
  return call
}

export async function addAssets(site: Site, calls: Calls, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const call = noteIn(calls.added)
    call.status = (await site.ask('POST', '/api/assets', { name: assetName(call.serial), category: 'Fault' })).status
    call.atMs = performance.now()
    await sleep(pauseMs)
  }
}

/** As somebody who is not signed in. */
export async function beDenied({ url }: Site, calls: Calls, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const call = noteIn(calls.denied)
    const reply = await fetch(url + deniedPath(call.serial), { signal: AbortSignal.timeout(15_000) }).catch(() => null)
    call.status = reply?.status ?? 0
    call.atMs = performance.now()
    await reply?.arrayBuffer().catch(() => undefined)
    await sleep(pauseMs)
  }
}
