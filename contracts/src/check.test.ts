// What a failed check tells: every issue with its path, in sentences for people.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { check } from './check.ts'
import { UserCreate } from './domains/users.ts'
import { ZoneCreate } from './domains/zones.ts'
import { Email, Time } from './fields.ts'

const Form = z.strictObject({ name: z.string(), rows: z.array(z.strictObject({ level: z.number() })).max(5000) })

function issues(value: unknown) {
  const result = check(Form, value)
  if (result.ok) throw new Error('It was accepted')
  return result.issues
}

it('gives back what it takes, as the schema made it', () => {
  const Trimmed = z.strictObject({ name: z.string().trim() })
  expect(check(Trimmed, { name: ' Ada ' })).toEqual({ ok: true, data: { name: 'Ada' } })
})

describe('what is wrong with a value', () => {
  it('lists every issue with its path', () => {
    const paths = issues({ rows: [{ level: 1 }, { level: 'two' }, {}] }).map((issue) => issue.path)
    expect(paths.toSorted()).toEqual(['name', 'rows.1.level', 'rows.2.level'])
  })

  it('names an unknown field by its path', () => {
    expect(issues({ name: 'x', rows: [{ level: 1, role: 'admin' }] })).toEqual([
      { path: 'rows.0.role', message: 'This field is not known here.', code: 'unknown_field' },
    ])
  })

  // holds rules 1-2
  it('never repeats what was sent', () => {
    const sent = {
      name: 7,
      rows: [{ level: '<script>steal()</script>' }],
      '<img src=x>': 1,
      [`k${'x'.repeat(500)}`]: 2,
    }
    const told = JSON.stringify(issues(sent))
    expect(told).not.toMatch(/script|img|xxx/)
    expect(issues(sent)).toHaveLength(3)
  })

  it('names an unknown field only where its name is a plain word of at most 64 letters', () => {
    const named = (key: string) => issues({ name: 'x', rows: [], [key]: 1 })[0]?.path
    expect(['k'.repeat(64), 'k'.repeat(65), '<b>bold', 'bold<b>', ''].map(named)).toEqual([
      'k'.repeat(64),
      '',
      '',
      '',
      '',
    ])
    expect(issues({ name: 'x', rows: [{ level: 1, '<b>': 1 }] })[0]?.path).toBe('rows.0')
  })

  it('cuts the name of an entry that somebody else chose', () => {
    const checked = check(z.record(z.string(), z.number()), { ['k'.repeat(70)]: 'x' })
    expect(checked.ok ? [] : checked.issues.map(({ path }) => path)).toEqual(['k'.repeat(64)])
  })

  it('stays small for a hostile body', () => {
    const keys = Object.fromEntries(Array.from({ length: 50_000 }, (_, index) => [`key${index}`, 1]))
    expect(issues({ name: 'x', rows: [], ...keys })).toHaveLength(20)
    const rows = Array.from({ length: 5000 }, () => ({ level: 'x' }))
    expect(issues({ name: 'x', rows })).toHaveLength(1000)
  })
})

/** By field. */
function sentencesFor(schema: z.ZodType, value: unknown): Record<string, string> {
  const checked = check(schema, value)
  return Object.fromEntries(checked.ok ? [] : checked.issues.map(({ path, message }) => [path, message]))
}

describe('a sentence', () => {
  it('speaks plainly about what the contract’s own schemas refuse', () => {
    expect(sentencesFor(UserCreate, { email: 'jo', displayName: '', role: 'viewer', password: 'short' })).toEqual({
      email: 'Enter a complete email address, such as name@example.org.',
      displayName: 'Fill this in.',
      password: 'Use at least 10 characters.',
    })
    expect(sentencesFor(UserCreate, { email: 'jo@example.org', displayName: 'x'.repeat(200), role: 'viewer' })).toEqual(
      {
        displayName: 'Use at most 120 characters.',
      },
    )
    expect(sentencesFor(ZoneCreate, { capacity: 0 })).toMatchObject({
      name: 'Fill this in.',
      capacity: 'Use a number of at least 1.',
    })
  })

  it('is the schema’s own where it has one, by code or in words, and ends', () => {
    const own = z.object({
      password: z.string().refine(() => false, 'at_most_bytes'),
      place: z.string().refine(() => false, 'Somewhere else'),
    })
    expect(sentencesFor(own, { password: 'x', place: 'x' })).toEqual({
      password: 'At most 72 bytes.',
      place: 'Somewhere else.',
    })
  })

  it('comes with its code and values, for readers of another language', () => {
    const checked = check(z.object({ name: z.string().max(3), age: z.number() }), { name: 'long' })
    expect(checked.ok ? [] : checked.issues).toEqual([
      { path: 'name', message: 'Use at most 3 characters.', code: 'at_most_characters', values: { count: 3 } },
      { path: 'age', message: 'Fill this in.', code: 'required' },
    ])
  })

  it.each<[string, z.ZodType, unknown, string]>([
    ['nothing', z.string(), undefined, 'Fill this in.'],
    ['null', z.number(), null, 'Fill this in.'],
    ['a number for text', z.string(), 7, 'Enter text.'],
    ['text for a number', z.number(), 'x', 'Enter a number.'],
    ['a number that is none', z.number(), Number.NaN, 'Enter a number.'],
    ['a part of a number', z.number().int(), 1.5, 'Enter a whole number.'],
    ['text for a yes or no', z.boolean(), 'yes', 'Say true or false.'],
    ['an object for a list', z.array(z.string()), {}, 'Give a list.'],
    ['a list for an object', z.object({}), [], 'Give an object with named fields.'],
    ['a text for a record', z.record(z.string(), z.string()), 'x', 'Give an object with named fields.'],
    ['none of the words', z.enum(['red', 'green']), undefined, 'Choose one of red, green.'],
    ['another word', z.enum(['red', 'green']), 'blue', 'Choose one of red, green.'],
    ['another constant', z.literal('resolved'), 'active', 'Choose resolved.'],
    ['too short a text', z.string().min(3), 'x', 'Use at least 3 characters.'],
    ['too long a text', z.string().max(1), 'xx', 'Use at most 1 character.'],
    ['too small a number', z.number().min(-3), -4, 'Use a number of at least -3.'],
    ['a number at the open end', z.number().gt(0), 0, 'Use a number greater than 0.'],
    ['too large a number', z.number().max(2.5), 3, 'Use a number of at most 2.5.'],
    ['a number at the other open end', z.number().lt(2), 2, 'Use a number less than 2.'],
    ['a whole number beyond all that can be', z.number().int(), 1e17, 'Use a number of at most 9007199254740991.'],
    ['one below', z.number().int(), -1e17, 'Use a number of at least -9007199254740991.'],
    ['too short a list', z.array(z.string()).min(1), [], 'Give at least 1 entry.'],
    ['a list of one', z.array(z.string()).min(2), ['a'], 'Give at least 2 entries.'],
    ['a list of more than one', z.array(z.string()).max(1), ['a', 'b'], 'Give at most 1 entry.'],
    ['too long a list', z.array(z.string()).max(2), ['a', 'b', 'c'], 'Give at most 2 entries.'],
    ['a number off its steps', z.number().multipleOf(5), 7, 'Use a multiple of 5.'],
    ['half an address', Email, 'jo@', 'Enter a complete email address, such as name@example.org.'],
    ['no id', z.uuid(), 'x', 'This is not an id.'],
    ['no time', Time, 'noon', 'Enter a time in UTC, such as 2026-01-31T09:30:00Z.'],
    ['another form', z.string().regex(/^a$/), 'b', 'This is not in the form that is expected.'],
    ['a kind that has no words of its own', z.date(), 'x', 'This is not valid.'],
    ['no letter', z.string().min(1), '', 'Fill this in.'],
    ['neither of two', z.union([z.string(), z.number()]), true, 'This is not valid.'],
    ['an unknown field', z.strictObject({}), { extra: 1 }, 'This field is not known here.'],
  ])('tells of %s', (_, schema, value, words) => {
    expect(Object.values(sentencesFor(schema, value))).toEqual([words])
  })

  it('is never the library’s', () => {
    const wrong = { floorId: 7, name: [], zoneTypeId: '', polygon: [{}], isEmergency: 'x', capacity: 1e9, extra: 1 }
    const words = Object.values(sentencesFor(ZoneCreate, wrong))
    expect(words.length).toBeGreaterThan(7)
    for (const text of words) expect(text).not.toMatch(/expected|received|Invalid|Too (?:small|big)/)
  })
})
