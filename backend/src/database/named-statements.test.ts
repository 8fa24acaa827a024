import { expect, it } from 'vitest'
import { createStatementNames } from './named-statements.ts'

const again = (text: string, times = 5, names = createStatementNames()) =>
  Array.from({ length: times }, () => names.nameOf(text)).at(-1)

it('names what comes again and again, each text its own way', () => {
  const names = createStatementNames()
  expect(again('select "id" from "floors"', 4, names)).toBeUndefined()
  const name = again('select "id" from "floors"', 1, names)
  expect(name).toMatch(/^rollcall_\d+$/)
  expect(again('select "id" from "floors"', 3, names)).toBe(name)
  expect(again('UPDATE floors SET name = $1', 5, names)).not.toBe(name)
})

it.each([
  'begin',
  'savepoint "one"',
  'CREATE TABLE a (b int)',
  'SELECT 1; SELECT 2',
  'select * from "floors"',
  'select "f".* from "floors" as "f"',
  'insert into "floors" ("name") values ($1) returning *',
])('leaves %s without a name', (text) => {
  expect(again(text, 20)).toBeUndefined()
})

it('counts with a star are no answer with one', () => {
  expect(again('SELECT count(*) AS all FROM floors')).toBeDefined()
})

it('names only so many', () => {
  const names = createStatementNames()
  const named = Array.from({ length: 300 }, (_, n) => again(`select ${n}`, 5, names)).filter((one) => one !== undefined)
  expect(new Set(named).size).toBe(200)
})

it('goes without names when the database does not know one, and not for other reasons', () => {
  const names = createStatementNames()
  again('select 1', 5, names)
  names.failed({ code: '23505' })
  names.failed(null)
  expect(names.nameOf('select 1')).toBeDefined()
  names.failed({ code: '26000' })
  expect(names.nameOf('select 1')).toBeUndefined()
})
