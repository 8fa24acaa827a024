// Notes on fields are named by code: no schema has words of its own, which a page could not say in another language, and no note is
// unused.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { notes } from '@rollcall/contracts/notes'

const root = fileURLToPath(new URL('../../', import.meta.url))
const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(
      (path) =>
        path.endsWith('.ts') && !path.endsWith('.test.ts') && !/(^|\/)(notes|problems|texts\/\w+)\.ts$/.test(path),
    )
    .map((path) => readFileSync(join(root, folder, path), 'utf8'))

it('a schema that refuses names a note', () => {
  const schemas = sourcesOf('contracts/src').join('\n')
  const inOneLine = schemas.matchAll(/(?:\.(?:regex|refine)\(.*,|message:) '([^'\n]+)'/g)
  const inLines = schemas.matchAll(/\.regex\(\n.*,\n\s+'([^'\n]+)'/g)
  const named = [...inOneLine, ...inLines].map(([, code = '']) => code)
  expect(named).toContain('mac_address')
  expect(named.filter((code) => !(code in notes))).toEqual([])
})

it('every note is given somewhere', () => {
  const code = ['contracts/src', 'backend/src', 'web/app/src'].flatMap(sourcesOf).join('\n')
  expect(Object.keys(notes).filter((name) => !code.includes(`'${name}'`))).toEqual([])
})
