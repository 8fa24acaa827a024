// Nothing points outside: whatever a comment, a test or a document refers to is a heading or a case of docs/specification.
import { describe, expect, it } from 'vitest'
import { books, brokenReferences, targetsOf } from './references.ts'
import { read, trackedFiles } from './sources.ts'

const targets = targetsOf((name) => read(`docs/specification/${name}`))
const broken = (text: string) => brokenReferences(text, targets)

/** This file speaks of wrong references, and lock file and pictures hold no words. */
const isText = (path: string) =>
  path !== 'scripts/tests/references.test.ts' &&
  /\.(ts|mjs|js|vue|css|html|md|json|ya?ml|conf|service|sql|example)$/.test(path) &&
  !path.endsWith('package-lock.json')

describe('references', () => {
  it('lead to a heading or a case that exists', () => {
    const files = trackedFiles().filter(isText)
    expect(files.length).toBeGreaterThan(500)
    const wrong = files.flatMap((path) => broken(read(path)).map((reference) => `${path}: ${reference}`))
    expect(wrong).toEqual([])
  })

  it('are found in every form in which they are written', () => {
    const text = `
      // (spec 4.2 Zones, Phone beacon, 4.1.2; rules 8 and 10; relay protocol 2.1–2.3; positioning 2.9) and AL-05, R-FL-14 to
      // 16, F-11 (interface: one screen, one question, colour
      // means state; appendix, CSRF).`
    expect(broken(text)).toEqual([])
  })

  it.each([
    ['spec 5.9', 'spec 5.9'],
    ['(spec 2.4, 3, 5.7; rules 3)', 'spec 5.7'],
    ['spec 4.2 Zones and Rooms', 'spec Rooms'],
    ['rules 8 and 13', 'rules 13'],
    ['spec 2.1–2.9', 'spec 2.9'],
    ['relay protocol 2.14', 'relay protocol 2.14'],
    ['positioning 9', 'positioning 9'],
    ['rules\n// 14', 'rules 14'],
    ['AL-99', 'AL-99'],
    ['R-FL-12, 13 and 99', 'R-FL-99'],
    ['XX-01', 'XX-01'],
    ['(interface: words, wishes)', 'interface: words, wishes'],
    ['(appendix, wishes)', 'appendix, wishes'],
    ['decisions 9', 'decisions 9'],
    ['(design: words)', 'design: w'],
  ])('that lead nowhere are found: %j', (text, reference) => {
    expect(broken(text)).toEqual([reference])
  })
})

describe('docs/specification', () => {
  it('has every book with its numbers, its domains and its cases', () => {
    const sizes = Object.keys(books).map((book) => targets.numbers[book]?.size ?? 0)
    expect(sizes.every((size) => size >= 12)).toBe(true)
    expect(targets.domains.size).toBe(24)
    expect(targets.cases.size).toBe(249)
  })

  it('says nothing twice under one number', () => {
    const doubled = Object.values(books).flatMap((file) => {
      const numbers = [...read(`docs/specification/${file}`).matchAll(/^#{2,4} (\d+(?:\.\d+)*) /gm)].map(
        ([, number = '']) => `${file} ${number}`,
      )
      return numbers.filter((number, index) => numbers.indexOf(number) !== index)
    })
    expect(doubled).toEqual([])
  })
})
