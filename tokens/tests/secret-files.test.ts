import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { withSecretFiles } from '../src/secret-files.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

function aFile(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

// holds rules 12-9
it('takes a secret from its file, without the line break at its end', () => {
  const { given, problems } = withSecretFiles({ TOKEN_SECRET_FILE: aFile('token', 'from a file\n'), WEB_PORT: '1' })
  expect(problems).toEqual([])
  expect(given).toMatchObject({ TOKEN_SECRET: 'from a file', WEB_PORT: '1' })
})

it('leaves other settings alone that end alike', () => {
  const { given, problems } = withSecretFiles({ AUDIT_LOG_FILE: join(folder, 'none') })
  expect([given['AUDIT_LOG'], problems]).toEqual([undefined, []])
})

it('names what cannot be read, is empty, or is set twice, and never a value', () => {
  const gone = join(folder, 'gone')
  const empty = aFile('empty', '\n')
  const { problems } = withSecretFiles({
    API_SECRET: 'written out',
    API_SECRET_FILE: aFile('api', 'from a file'),
    INGEST_KEY_FILE: empty,
    SESSION_SECRET_FILE: gone,
  })
  expect(problems).toEqual([
    'API_SECRET_FILE: API_SECRET is set too; set one of them.',
    `INGEST_KEY_FILE: the file ${empty} is empty.`,
    `SESSION_SECRET_FILE: the file ${gone} cannot be read (ENOENT).`,
  ])
})
