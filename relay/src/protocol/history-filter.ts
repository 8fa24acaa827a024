// Reads `limit`, `since` and `reverse` of a history request, the same for clients and for the HTTP API.
import type { HistoryFilter } from '../engine/engine.ts'

/** Null when a field is wrong. A limit below zero asks for everything, an absent one for the position alone. */
export function historyFilter(fields: Readonly<Record<string, unknown>>): HistoryFilter | null {
  const { limit = 0, since, reverse = false } = fields
  if (typeof limit !== 'number' || !Number.isSafeInteger(limit) || typeof reverse !== 'boolean') return null
  const filter: HistoryFilter = { limit: limit < 0 ? undefined : limit, reverse }
  if (since === undefined || since === null) return filter
  if (typeof since !== 'object') return null
  const { offset = 0, epoch = '' } = since as Record<string, unknown>
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset) || offset < 0 || typeof epoch !== 'string')
    return null
  // Backwards from the very beginning there is nothing.
  if (reverse && offset === 0) return null
  return { ...filter, since: { offset, epoch } }
}
