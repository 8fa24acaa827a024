// Who may call what: a permission that was loosened or tightened by mistake shows here (rules 11).
import { expect, it } from 'vitest'
import { allRows } from '../src/api.ts'
import { rowsByHand } from './rows-by-hand.ts'

// holds spec 1.5-1, 5.3-2; appendix audit-3
it('every row is open to whom is written by hand, and to nobody else', () => {
  const rows = allRows.map(({ method, path, access }) => `${method} ${path} ${access}`)
  expect(rows.toSorted()).toEqual(rowsByHand.map(({ route, access }) => `${route} ${access}`).toSorted())
})
