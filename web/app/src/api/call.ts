// The one client of the page. Refusals that concern the session are handed to whoever listens (main.ts).
import { createClient } from './client.ts'
import type { ProblemError } from './problem-error.ts'

const listeners = new Set<(problem: ProblemError) => void>()

export function onRefused(listener: (problem: ProblemError) => void): void {
  listeners.add(listener)
}

export const call = createClient({
  fetch: (...request) => globalThis.fetch(...request),
  cookies: () => document.cookie,
  onRefused: (problem) => {
    for (const listener of listeners) listener(problem)
  },
})
