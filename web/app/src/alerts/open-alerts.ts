// What is new among the open alerts, or was given to whoever reads this, in one sentence. For the note that the bell shows.
import type { Alert } from '@rollcall/contracts/domains/alerts'
import { saidWords } from '../api/sentences/said-words.ts'
import { t } from './texts.ts'

export type OpenAlerts = { readonly items: readonly Alert[]; readonly total: number }

/** Null when nothing that this person may see is new. */
export function newAlertsSentence(before: OpenAlerts | null, after: OpenAlerts): string | null {
  if (before === null) return null
  const listed = new Set(before.items.map(({ id }) => id))
  const lastRaised = Math.max(0, ...before.items.map(({ raisedAt }) => Date.parse(raisedAt)))
  // One that was further down the list may only have moved up.
  const fresh = after.items.filter(({ id, raisedAt }) => !listed.has(id) && Date.parse(raisedAt) > lastRaised)
  const [first] = fresh
  if (first)
    return fresh.length === 1 ? saidWords(first) : t('andMore', { text: saidWords(first), number: fresh.length - 1 })
  return after.total > before.total ? t('newAlerts') : null
}

/** Somebody else gave this account one, listed or further down. */
export function assignedSentence(before: OpenAlerts | null, after: OpenAlerts, me: string): string {
  const had = new Set(before?.items.filter(({ assignedTo }) => assignedTo === me).map(({ id }) => id))
  const given = after.items.find(({ id, assignedTo }) => assignedTo === me && !had.has(id))
  return given ? t('assignedToYou', { name: given.assignedBy ?? '', text: saidWords(given) }) : t('someAssignedToYou')
}

/** "99+" keeps the bell small. */
export function countText(total: number): string {
  return total > 99 ? '99+' : String(total)
}
