// The one client of the page. Refusals that concern the session, and changes that were made, are handed to whoever listens.
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { createClient } from './client.ts'
import type { ProblemError } from './problem-error.ts'

const refusedListeners = new Set<(problem: ProblemError) => void>()
const changedListeners = new Set<(row: Endpoint) => void>()

export function onRefused(listener: (problem: ProblemError) => void): void {
  refusedListeners.add(listener)
}

export function onChanged(listener: (row: Endpoint) => void): void {
  changedListeners.add(listener)
}

export function announceChange(row: Endpoint): void {
  for (const listener of changedListeners) listener(row)
}

export const call = createClient({
  fetch: (...request) => globalThis.fetch(...request),
  cookies: () => document.cookie,
  onRefused: (problem) => {
    for (const listener of refusedListeners) listener(problem)
  },
  onChanged: announceChange,
})
