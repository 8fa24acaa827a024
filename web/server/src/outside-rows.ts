// Rows of the contract that lie outside /api/ (rules 9): people without an account answer there, by a token in the path; spec 5.1 lets
// no mutation under /api/ pass without a session. Read by the routes, the CSRF check and whoever writes headers.
import { allRows } from '@rollcall/contracts/api'
import { createRowTable } from './row-table.ts'

const rows = allRows.filter(({ path }) => !path.startsWith('/api/'))

export const outsideRow = createRowTable(rows)

/** What such a path may be asked with, beside the page of the same address; null: there is no such row. */
export function outsideMethods(path: string): string | null {
  const methods = new Set(rows.map(({ method }) => method).filter((method) => outsideRow(method, path) !== null))
  return methods.size === 0 ? null : ['GET', 'HEAD', ...methods].join(', ')
}
