// What the backend says to people, in every language: the same keys and placeholders, none empty, none unused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { texts as de } from '../src/texts/de.ts'
import { texts as en } from '../src/texts/en.ts'
import { texts as es } from '../src/texts/es.ts'
import { texts as fr } from '../src/texts/fr.ts'

type Messages = Readonly<Record<string, string | { readonly one: string; readonly other: string }>>
const src = fileURLToPath(new URL('../src', import.meta.url))
const forms = (message: Messages[string] = '') => (typeof message === 'string' ? [message] : Object.values(message))
const holes = (message: Messages[string] | undefined) =>
  [...new Set(forms(message).flatMap((form) => form.match(/\{\w+\}/g) ?? []))].toSorted().join()

it.each(Object.entries<Messages>({ de, es, fr }))(
  'texts in %s are those of English, with their placeholders',
  (_, other) => {
    const english: Messages = en
    expect(Object.keys(other).toSorted()).toEqual(Object.keys(english).toSorted())
    expect(Object.keys(english).filter((key) => holes(other[key]) !== holes(english[key]))).toEqual([])
    expect(
      Object.values(other)
        .flatMap(forms)
        .filter((form) => form.trim() === '' || form !== form.trim()),
    ).toEqual([])
  },
)

it('every text is said somewhere', () => {
  const code = readdirSync(src, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.startsWith('texts/') && !path.endsWith('.test.ts'))
    .map((path) => readFileSync(join(src, path), 'utf8'))
    .join('\n')
  const said = new Set([...code.matchAll(/\bsay(?:For\(db\)\))?\('(\w+)'/g)].map(([, key = '']) => key))
  const begun = [...code.matchAll(/\bsay\(`(\w+_)\$/g)].map(([, begin = '']) => begin)
  expect(begun).toContain('scenario_')
  expect(Object.keys(en).filter((key) => !said.has(key) && !begun.some((begin) => key.startsWith(begin)))).toEqual([])
})
