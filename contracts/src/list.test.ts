// Paging, flags and the small bodies that many rows share (rules 8).
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  BatchIds,
  BatchResult,
  bulkOptions,
  BulkResult,
  listQuery,
  Nothing,
  pageOf,
  QueryFlag,
  Stored,
} from './list.ts'

const Query = listQuery({ active: QueryFlag.optional() })
const anId = (n: number) => `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`
const ids = (count: number) => ({ ids: Array.from({ length: count }, (_, n) => anId(n)) })

describe('the query of a list', () => {
  // holds rules 8-5
  it('has 25 a page unless asked otherwise, and reads numbers and flags from text', () => {
    expect(Query.parse({})).toEqual({ page: 1, pageSize: 25 })
    expect(Query.parse({ page: '3', pageSize: '200', active: 'false' })).toEqual({
      page: 3,
      pageSize: 200,
      active: false,
    })
  })

  it.each([
    { pageSize: '201' },
    { pageSize: '0' },
    { page: '0' },
    { page: '1.5' },
    { page: '' },
    { page: ['1', '2'] },
    { sort: 'name; drop table' },
    { sort: '' },
    { sort: 'x'.repeat(41) },
    { sort: '--name' },
    { page: '1000001' },
    { pageSize: '1.5' },
    { unknown: '1' },
    { q: 7 },
    { q: 'a\u0000' },
    { q: 'x'.repeat(201) },
    { active: 'yes' },
  ])('refuses %j', (query) => {
    expect(Query.safeParse(query).success).toBe(false)
  })

  it('goes as far as its bounds, and searches for what is left after trimming', () => {
    expect(Query.parse({ page: '1000000', pageSize: '1', q: ` ${'x'.repeat(200)} `, sort: 'x'.repeat(40) })).toEqual({
      page: 1_000_000,
      pageSize: 1,
      q: 'x'.repeat(200),
      sort: 'x'.repeat(40),
    })
    expect(Query.parse({ q: '', active: 'true' })).toEqual({ page: 1, pageSize: 25, q: '', active: true })
  })

  it('says by code what it does not search for', () => {
    expect(Query.safeParse({ q: 'a\u0000' }).error?.issues[0]?.message).toBe('control_characters')
  })

  it('sorts by a field, downwards with a dash', () => {
    expect(Query.parse({ sort: '-lastSeenAt' }).sort).toBe('-lastSeenAt')
  })
})

describe('small bodies', () => {
  it('takes 1 to 500 ids', () => {
    const takes = (body: unknown) => BatchIds.safeParse(body).success
    expect([ids(0), ids(1), ids(500), ids(501)].map(takes)).toEqual([false, true, true, false])
    expect(takes({ ids: ['1'] })).toBe(false)
  })

  it('refuses far too many ids without looking at each', () => {
    const result = BatchIds.safeParse({ ids: Array.from({ length: 300_000 }, () => 1) })
    expect(result.error?.issues).toHaveLength(1)
  })

  it('lets nothing be absent or empty, but not something', () => {
    const takes = (body: unknown) => z.safeParse(Nothing, body).success
    expect([undefined, {}, null, { a: 1 }].map(takes)).toEqual([true, true, false, false])
  })
})

describe('answers that many rows share', () => {
  it('a page has its entries, and where it stands among all', () => {
    const page = { items: ['a'], total: 51, page: 3, pageSize: 25 }
    expect(pageOf(z.string()).parse(page)).toEqual(page)
    for (const key of Object.keys(page))
      expect(pageOf(z.string()).safeParse({ ...page, [key]: null }).success).toBe(false)
  })

  it('a batch says how many, and which not and why', () => {
    const result = { updated: 2, failed: [{ id: 'x', reason: 'gone' }] }
    expect(BatchResult.parse(result)).toEqual(result)
    expect(BatchResult.safeParse({ updated: 2, failed: [{ id: 'x' }] }).success).toBe(false)
  })

  it('a list says row by row what became of it', () => {
    const done = { index: 0, ok: true, id: anId(1), outcome: 'changed', fields: ['fullName'] }
    const refused = { index: 1, ok: false, code: 'invalid', path: 'email', message: 'An email address', note: null }
    const result = { created: 0, changed: 1, unchanged: 0, failed: 1, rows: [done, refused] }
    expect(BulkResult.parse(result)).toEqual(result)
    expect(BulkResult.parse({ ...result, rows: [{ ...refused, path: null }] }).rows).toHaveLength(1)
    const others = [
      { ...done, outcome: 'lost' },
      { ...done, ok: false },
      { ...refused, ok: true },
      { ...done, id: 'x' },
    ]
    for (const row of others) expect(BulkResult.safeParse({ ...result, rows: [row] }).success).toBe(false)
    for (const outcome of ['created', 'changed', 'unchanged'])
      expect(BulkResult.safeParse({ ...result, rows: [{ ...done, outcome }] }).success).toBe(true)
  })

  it('a list is written at once unless a preview is asked for', () => {
    const options = z.strictObject(bulkOptions)
    expect(options.parse({})).toEqual({ preview: false })
    expect(options.safeParse({ importId: 'x' }).success).toBe(false)
  })

  it('each field of them says what it is', () => {
    const { active: _, ...query } = Query.shape
    const [done, refused] = BulkResult.shape.rows.element.options
    const { id, fields } = done.shape
    const shapes = [
      query,
      pageOf(z.string()).shape,
      Stored.shape,
      bulkOptions,
      { id, fields, path: refused.shape.path },
    ]
    const described = shapes.flatMap((shape): [string, z.ZodType][] => Object.entries(shape))
    const silent = described.filter(([, { description = '' }]) => !/^[A-Z].+\.$/.test(description))
    expect(silent.map(([name]) => name)).toEqual([])
  })
})
