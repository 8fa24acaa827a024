// From a word of the page to its code: the title of every page stands in the sentence of a contract row, at the head of a file of
// handlers and in a test, so that one search each finds them.
import { describe, expect, it } from 'vitest'
import { read, type Source, trackedFiles } from './sources.ts'

const sources = (pattern: RegExp): Source[] =>
  trackedFiles()
    .filter((path) => pattern.test(path))
    .map((path) => ({ path, text: read(path) }))
const found = (files: Source[], pattern: RegExp) =>
  files.flatMap(({ text }) => [...text.matchAll(pattern)].map(([, it = '']) => it))

/** Path, name, title and how it is loaded; pages without a permission (sign-in, profile …) are about the session itself. */
const page = /page\(\s*'[^']*',\s*'[^']*',\s*'([^']+)',\s*\(\) => import\('[^']+'\),\s*(?:\[\s*'|\{ any|[a-z])/g
const titles = found(sources(/^web\/app\/src\/.*routes\.ts$/), page)
const sentences = found(sources(/^contracts\/src\/domains\//), /says: '([^']+)'/g)
const handlers = found(sources(/^backend\/src\/domains\/.*handlers\.ts$/), /^((?:\/\/.*\n)+)/g)
const tests = [
  ...found(sources(/^(backend|system-tests)\/tests\/.*\.(test|spec)\.ts$/), /^((?:\/\/.*\n)+)/g),
  ...found(sources(/^(backend|system-tests)\/tests\/.*\.(test|spec)\.ts$/), /(?:describe|it|test)\(\s*'([^']+)'/g),
]

/** The title itself, in singular or plural: "Hand out badges" finds "hand out a badge". */
const speaksOf = (title: string) => {
  const words = title.split(' ').map((word) => word.replace(/(?:y|ies)$/, '(?:y|ies)').replace(/s$/, 's?'))
  const phrase = words.join(' (?:an? |the )?').replace('People', '(?:people|person)')
  const pattern = new RegExp(`\\b${phrase}`, 'i')
  return (text: string) => pattern.test(text)
}

describe('the word of a page', () => {
  it('is looked for on every page', () => {
    expect(titles.length).toBeGreaterThan(25)
  })
  it.each(titles)('leads to a row: %s', (title) => {
    expect(sentences.some(speaksOf(title))).toBe(true)
  })
  it.each(titles)('leads to a handler: %s', (title) => {
    expect(handlers.some(speaksOf(title))).toBe(true)
  })
  it.each(titles)('leads to a test: %s', (title) => {
    expect(tests.some(speaksOf(title))).toBe(true)
  })
  it('is missed when nothing speaks of it', () => {
    expect(sentences.some(speaksOf('Moon phases'))).toBe(false)
  })
})
