// Every clause of the specification and every rule has a test that holds it, and docs/conformance.md says which.
// `npm run conformance` writes that page anew.
import { basename } from 'node:path'
import { describe, expect, it } from 'vitest'
import { clausesOf, marksOf, type Clause, type Mark } from './conformance.ts'
import { read, trackedFiles } from './sources.ts'

const clauses = clausesOf(read('docs/specification/clauses.md'))
const own = 'scripts/tests/conformance.test.ts'
const tests = trackedFiles().filter((path) => /\.(test|spec)\.ts$/.test(path) && path !== own)
const marks = tests.flatMap((path) => marksOf({ path, text: read(path) }))

/** A rule that is not kept yet says so itself, and why: the page lists it apart. */
const open = (text: string) => text.match(/ \(Not held yet: (.+)\)$/)?.[1]

describe('the clauses', () => {
  it('are those of the specification and the rules, numbered one after another', () => {
    expect(clauses.filter(({ section }) => !section.startsWith('rules')).length).toBe(195)
    const sections = [...new Set(clauses.map(({ section }) => section))]
    const numbered = sections.flatMap((section) =>
      clauses.filter((clause) => clause.section === section).map((_, index) => `${section}-${index + 1}`),
    )
    expect(clauses.map(({ id }) => id)).toEqual(numbered)
  })

  it('are each held by a test', () => {
    const held = new Set(marks.map(({ clause }) => clause))
    expect(clauses.filter(({ id, text }) => !held.has(id) && !open(text)).map(({ id }) => id)).toEqual([])
  })

  it('of the specification are all held', () => {
    const missing = clauses.filter(({ section, text }) => open(text) && !section.startsWith('rules'))
    expect(missing).toEqual([])
  })
})

describe('a mark', () => {
  it('names a clause, above a test', () => {
    const known = new Set(clauses.map(({ id }) => id))
    const astray = marks.filter(({ clause, test }) => test === null || !known.has(clause))
    expect(astray.map(({ path, clause, test }) => `${path}: ${clause} at ${test ?? 'no test'}`)).toEqual([])
  })

  it('is read with the test below it', () => {
    const text = [
      `describe('a door', () => {`,
      `  // holds spec 1.1-1, 1.2-2; rules 4-1`,
      `  // holds appendix CSRF-3`,
      `  it.each([1])('is closed', () => undefined)`,
      `  // holds spec 9-1`,
      `  const nothing = 1`,
      `})`,
    ].join('\n')
    const test = 'a door is closed'
    expect(marksOf({ path: 'a.test.ts', text })).toEqual([
      { clause: 'spec 1.1-1', path: 'a.test.ts', test },
      { clause: 'spec 1.2-2', path: 'a.test.ts', test },
      { clause: 'rules 4-1', path: 'a.test.ts', test },
      { clause: 'appendix CSRF-3', path: 'a.test.ts', test },
      { clause: 'spec 9-1', path: 'a.test.ts', test: null },
    ])
  })
})

describe('docs/conformance.md', () => {
  it('says which test holds which clause', async () => {
    await expect(`${page().join('\n\n')}\n`).toMatchFileSnapshot('../../docs/conformance.md')
  })
})

function page(): string[] {
  const sections = [...new Set(clauses.map(({ section }) => section))]
  const waiting = clauses.filter(({ text }) => open(text))
  return [
    '# Conformance',
    'Every clause of [the specification](specification/specification.md) and every one of [our rules](specification/rules.md), as they are numbered in [the clauses](specification/clauses.md), with the tests that fail when it is broken. Generated from the marks at the tests (`// holds spec 2.1-9`) by `npm run conformance`; `npm run check` fails when a clause has no test, a mark leads nowhere, or this page is old.',
    `${clauses.length} clauses, ${clauses.length - waiting.length} held, ${waiting.length} not held yet.`,
    ...(waiting.length === 0
      ? []
      : [
          '## Not held yet',
          waiting.map(({ id, text }) => `- **${id}** ${plain(text)} Today: ${open(text)}`).join('\n'),
        ]),
    ...sections.flatMap((section) => [
      `## ${section}`,
      tableOf(clauses.filter((clause) => clause.section === section)),
    ]),
  ]
}

function tableOf(rows: readonly Clause[]): string {
  const lines = rows
    .filter(({ text }) => !open(text))
    .map(({ id, text }) => `| ${id.replace(/^.*-/, '')} | ${cell(text)} | ${heldBy(id)} |`)
  return ['| # | clause | held by |', '|---|---|---|', ...lines].join('\n')
}

function heldBy(id: string): string {
  const holders = marks.filter(({ clause }) => clause === id)
  return holders.map(({ path, test }: Mark) => `[${basename(path)}](../${path}): ${cell(test ?? '')}`).join('<br>')
}

const plain = (text: string) => text.replace(/ \(Not held yet: .+\)$/, '')
const cell = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;')
