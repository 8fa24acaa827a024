// docs/asvs.md and docs/security.md name tests and documents that exist, and every row of ASVS 5.0 levels 1 and 2 is there once.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { read, root } from './sources.ts'

/** How many rows of levels 1 and 2 each section of ASVS 5.0.0 has; level 3 is not looked at, so numbers may be left out. */
const rowsOfSections =
  `1.1:2 1.2:9 1.3:11 1.4:3 1.5:2 2.1:3 2.2:3 2.3:4 2.4:1 3.2:2 3.3:4 3.4:6 3.5:5 3.7:2 4.1:3 4.2:1 4.3:2 4.4:4 5.1:1 5.2:3 5.3:2 5.4:3 6.1:3 6.2:12 6.3:4 6.4:4 6.5:5 6.6:3 6.8:4 7.1:3 7.2:4 7.3:2 7.4:5 7.5:2 7.6:2 8.1:2 8.2:3 8.3:1 8.4:1 9.1:3 9.2:4 10.1:2 10.2:2 10.3:4 10.4:11 10.5:5 10.6:2 10.7:3 11.1:2 11.2:3 11.3:3 11.4:4 11.5:1 11.6:1 12.1:3 12.2:2 12.3:4 13.1:1 13.2:5 13.3:2 13.4:5 14.1:2 14.2:4 14.3:3 15.1:3 15.2:3 15.3:7 16.1:1 16.2:5 16.3:4 16.4:3 16.5:3 17.1:1 17.2:4 17.3:2`.split(
    /\s+/,
  )

const sheet = read('docs/asvs.md')
const rows = [...sheet.matchAll(/^\| (\d+\.\d+)\.(\d+) +\| ([12]) +\| ([^|]+?) +\| (.+?) +\|$/gm)].map(
  ([, section = '', number = '', , , verdict = '']) => ({ section, id: `${section}.${number}`, verdict }),
)

/** `path` › title; several are divided by semicolons. */
const namedTests = (text: string) =>
  [...text.matchAll(/`([^`]+\.(?:test|spec)\.ts)` › (.+?)(?=; `|\.$| \||$)/gm)].map(([, path = '', title = '']) => ({
    path,
    title: title.trim(),
  }))
const isMissing = ({ path, title }: { path: string; title: string }) =>
  !existsSync(join(root, path)) || !read(path).includes(title)

describe('docs/asvs.md', () => {
  it('has every row of levels 1 and 2 once', () => {
    const counts = new Map<string, number>()
    for (const { section } of rows) counts.set(section, (counts.get(section) ?? 0) + 1)
    expect([...counts].map(([section, count]) => `${section}:${count}`)).toEqual(rowsOfSections)
    expect(new Set(rows.map(({ id }) => id)).size).toBe(253)
  })

  it('says of each that it is held and by what, or why not', () => {
    const verdict = /^(held: (written down in )?`|not applicable, because \S|\*\*not held\*\*: \S)/
    expect(rows.filter((row) => !verdict.test(row.verdict))).toEqual([])
    const held = rows.filter(({ verdict: said }) => said.startsWith('held: `'))
    expect(held.filter(({ verdict: said }) => namedTests(said).length === 0)).toEqual([])
  })

  it('counts them right', () => {
    const count = (begin: string) => rows.filter(({ verdict }) => verdict.startsWith(begin)).length
    const said = `${count('held')} are held, ${count('not applicable')} do not apply, ${count('**not held')} are not held`
    expect(sheet).toContain(said)
  })
})

describe.each(['docs/asvs.md', 'docs/security.md'])('%s', (page) => {
  it('names tests that exist', () => {
    const named = namedTests(read(page))
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter(isMissing)).toEqual([])
  })

  it('names documents that exist', () => {
    const documents = [...read(page).matchAll(/written down in `([^`]+)`/g)].map(([, path = '']) => path)
    expect(documents.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })
})
