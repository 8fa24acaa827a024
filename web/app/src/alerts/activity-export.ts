// The activity that a list shows, all its pages, as a file for a spreadsheet (Activity.vue).
import { activity } from '@rollcall/contracts/domains/activity'
import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { CallInput } from '@rollcall/contracts/endpoint'
import { saidWords } from '../api/sentences/said-words.ts'
import { call } from '../api/call.ts'
import { csvLine } from '../ui/import/csv.ts'
import { t } from './texts.ts'

const pageSize = 200
/** A day of a large site has hundreds of thousands: more than this is not read by anybody, and filters make it less. */
const mostEntries = 10_000

export async function activityFile(
  query: Readonly<Record<string, unknown>>,
  words: (entry: ActivityEntry) => string,
  floorNamed: (floorId: string) => string | null,
): Promise<Blob> {
  const entries = new Map<string, ActivityEntry>()
  for (let page = 1; page <= mostEntries / pageSize; page++) {
    const input = { query: { ...query, page, pageSize } } as unknown as CallInput<typeof activity.list>
    const { items } = await call(activity.list, input)
    // What came meanwhile moved the rest on: an entry may be met twice.
    for (const item of items) entries.set(item.id, item)
    if (items.length < pageSize) break
  }
  const lines = [...entries.values()].map((entry) => [
    entry.at,
    words(entry),
    saidWords(entry),
    entry.name ?? '',
    entry.zoneName ?? '',
    (entry.floorId && floorNamed(entry.floorId)) ?? '',
  ])
  const head = [t('time'), t('kind'), t('whatHappened'), t('who'), t('zone'), t('floor')]
  const text = [head, ...lines].map((cells) => csvLine(cells.map(asText))).join('\r\n')
  // The mark tells spreadsheets that names are in Unicode.
  return new Blob([`\uFEFF${text}\r\n`], { type: 'text/csv' })
}

/** A spreadsheet would run what begins like a formula. */
function asText(cell: string): string {
  return /^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell
}
