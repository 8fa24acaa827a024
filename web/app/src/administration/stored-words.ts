// Words about what the database holds, for StoredTables.vue.
import type { StoredTable } from '@rollcall/contracts/domains/settings'
import { counted } from '../ui/counted.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** By thousands, with three digits at most. */
export function bytesText(bytes: number): string {
  let value = bytes / 1000
  let at = 0
  while (value >= 999.5 && at < units.length - 1) {
    value /= 1000
    at++
  }
  return `${value < 9.95 ? value.toFixed(1) : value.toFixed(0)} ${units[at]}`
}

export function keptText({ keptDays }: Pick<StoredTable, 'keptDays'>): string {
  if (keptDays === null) return 'Until deleted'
  return keptDays === 0 ? 'Until it expires' : counted(keptDays, 'day', 'days')
}

export function sumOf(tables: readonly StoredTable[], what: 'rows' | 'bytes'): number {
  return tables.reduce((sum, table) => sum + table[what], 0)
}
