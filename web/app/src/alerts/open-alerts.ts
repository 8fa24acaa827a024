// What is new among the open alerts, in one sentence; null when nothing that this person may see is. For the note that the bell shows.
import type { Alert } from '@rollcall/contracts/domains/alerts'
import { t } from './texts.ts'

export type OpenAlerts = { readonly items: readonly Alert[]; readonly total: number }

export function newAlertsSentence(before: OpenAlerts | null, after: OpenAlerts): string | null {
  if (before === null) return null
  const listed = new Set(before.items.map(({ id }) => id))
  const lastRaised = Math.max(0, ...before.items.map(({ raisedAt }) => Date.parse(raisedAt)))
  // One that was further down the list may only have moved up.
  const fresh = after.items.filter(({ id, raisedAt }) => !listed.has(id) && Date.parse(raisedAt) > lastRaised)
  const [first] = fresh
  if (first) return fresh.length === 1 ? first.text : t('andMore', { text: first.text, number: fresh.length - 1 })
  return after.total > before.total ? t('newAlerts') : null
}

/** "99+" keeps the bell small. */
export function countText(total: number): string {
  return total > 99 ? '99+' : String(total)
}
