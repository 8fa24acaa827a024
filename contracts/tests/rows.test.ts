// Rules that every row keeps (spec 4.1.5).
import { describe, expect, it } from 'vitest'
import { allRows } from '../src/api.ts'
import { isUpload, type Endpoint } from '../src/endpoint.ts'

const title = (row: Endpoint) => `${row.method} ${row.path}`
const rows = allRows.map((row) => [title(row), row] as const)

/** Both paths fit one address, and neither is the more special one: a router would have to guess. */
function areAmbiguous(a: Endpoint, b: Endpoint): boolean {
  const [left, right] = [a.path.split('/'), b.path.split('/')]
  if (a.method !== b.method || left.length !== right.length) return false
  const pairs = left.map((step, index) => [step, right[index] ?? ''] as const)
  const open = (step: string) => step.startsWith('{')
  if (pairs.some(([x, y]) => x !== y && !open(x) && !open(y))) return false
  const leftMoreSpecial = pairs.some(([x, y]) => !open(x) && open(y))
  const rightMoreSpecial = pairs.some(([x, y]) => open(x) && !open(y))
  return leftMoreSpecial === rightMoreSpecial
}

describe('a row', () => {
  it.each(rows)('%s is the only one with its method and path', (name) => {
    expect(rows.filter(([other]) => other === name)).toHaveLength(1)
  })

  it('is never ambiguous with another', () => {
    const pairs = allRows.flatMap((a, index) => allRows.slice(index + 1).map((b) => [a, b] as const))
    const ambiguous = pairs.filter(([a, b]) => areAmbiguous(a, b))
    expect(ambiguous.map(([a, b]) => `${title(a)} / ${title(b)}`)).toEqual([])
  })

  // holds spec 9-1
  it('lies under /api/, but for what needs no account: the answer by a link, the reception tablet (spec 5.1)', () => {
    expect(rows.flatMap(([name, row]) => (row.path.startsWith('/api/') ? [] : [name]))).toEqual([
      'POST /contact-link/{token}',
      'POST /kiosk/{token}/scan',
      'POST /kiosk/{token}/badge',
      'POST /kiosk/{token}/visitors',
      'POST /muster-link/{token}',
    ])
  })

  it.each(rows)('%s is spelled in lower case, parameters aside', (_, row) => {
    expect(row.path).toMatch(/^(\/([a-z]+(-[a-z]+)*|\{[a-z][A-Za-z]*\}))+$/)
  })

  // holds spec 4.1.5-4
  it.each(rows)('%s says what it does', (_, row) => {
    expect(row.says).toMatch(/^[A-Z][^.]{5,90}$/)
  })

  // holds spec 4.1.5-1
  it.each(rows.filter(([, row]) => ['POST', 'PUT', 'PATCH'].includes(row.method)))('%s has a body schema', (_, row) => {
    expect(row.body).not.toBeNull()
  })

  it.each(rows.filter(([, row]) => row.method === 'GET'))('%s has no body', (_, row) => {
    expect(row.body).toBeNull()
  })

  it.each(jsonRows())('%s refuses null, lists, text, numbers and unknown fields', (_, body) => {
    for (const wrong of [null, [], 'text', 7, { __unknown: 1 }]) expect(body.safeParse(wrong).success).toBe(false)
  })

  it.each(jsonRows())('%s refuses a nameless change: an empty object passes only where nothing is sent', (_, body) => {
    expect(body.safeParse({}).success).toBe(body.safeParse(undefined).success || optionalBodies.has(_))
  })
})

/** Rows whose fields are all optional on purpose. */
const optionalBodies = new Set([
  'POST /api/floors/{floorId}/calibrate/rollback',
  'POST /api/floors/{floorId}/rests/learn',
  'POST /api/emergency/{id}/links/send',
  'POST /api/emergency/contacts/test',
  'POST /api/visits/{id}/sign-in',
])

function jsonRows() {
  return rows.flatMap(([name, row]) => (row.body && !isUpload(row.body) ? [[name, row.body] as const] : []))
}
