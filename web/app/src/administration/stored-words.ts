// Words about what the database holds, for StoredTables.vue.
import type { StoredTable } from '@rollcall/contracts/domains/settings'
import { numberText } from '../languages/numbers.ts'
import { t } from './texts.ts'

const units = ['kB', 'MB', 'GB', 'TB'] as const

/** By thousands, with three digits at most. */
export function bytesText(bytes: number): string {
  let value = bytes / 1000
  let at = 0
  while (value >= 999.5 && at < units.length - 1) {
    value /= 1000
    at++
  }
  return `${numberText(value, value < 9.95 ? 1 : 0)} ${units[at]}`
}

export function keptText({ keptDays }: Pick<StoredTable, 'keptDays'>): string {
  if (keptDays === null) return t('untilDeleted')
  return keptDays === 0 ? t('untilExpires') : t('keptFor', { count: keptDays })
}

export function sumOf(tables: readonly StoredTable[], what: 'rows' | 'bytes'): number {
  return tables.reduce((sum, table) => sum + table[what], 0)
}
