// The one client of the page. Refusals that concern the session, and changes that were made, are handed to whoever listens.
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { createClient } from './client.ts'
import type { ProblemError } from './problem-error.ts'

const refusedListeners = new Set<(problem: ProblemError) => void>()
const changedListeners = new Set<(row: Endpoint) => void>()

export function onRefused(listener: (problem: ProblemError) => void): void {
  refusedListeners.add(listener)
}

export function onChanged(listener: (row: Endpoint) => void): () => void {
  changedListeners.add(listener)
  return () => void changedListeners.delete(listener)
}

export function announceChange(row: Endpoint): void {
  for (const listener of changedListeners) listener(row)
}

/** What src/first.js asked for before there was a page, by address. */
const { readAhead = new Map() } = globalThis as { readAhead?: Map<string, Promise<Response>> }

/** What was read ahead is taken once, and not after anything was changed: somebody else may have signed in. */
function fetchOrTake(url: string, request: RequestInit): Promise<Response> {
  const begun = readAhead.get(url)
  if (request.method === 'GET') readAhead.delete(url)
  else readAhead.clear()
  return begun ?? fetch(url, request)
}

export const call = createClient({
  fetch: fetchOrTake,
  cookies: () => document.cookie,
  onRefused: (problem) => {
    for (const listener of refusedListeners) listener(problem)
  },
  onChanged: announceChange,
})
