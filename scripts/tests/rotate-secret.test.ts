// `rollcall rotate-secret`, on a folder of its own.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { installationSecrets, rotateSecret } from '../setup/secrets.mjs'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rollcall-rotate-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('gives a new value, keeps the one before beside it and the others as they are', () => {
  const before = installationSecrets(folder)
  rotateSecret(folder, 'INGEST_KEY')
  const file = join(folder, 'secrets.json')
  const { INGEST_KEY, INGEST_KEY_PREVIOUS, ...others } = JSON.parse(readFileSync(file, 'utf8'))
  expect(INGEST_KEY).toMatch(/^[0-9a-f]{64}$/)
  expect(INGEST_KEY).not.toBe(before.INGEST_KEY)
  expect({ ...others, INGEST_KEY: INGEST_KEY_PREVIOUS }).toEqual(before)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  rotateSecret(folder, 'INGEST_KEY')
  expect(installationSecrets(folder)['INGEST_KEY_PREVIOUS']).toBe(INGEST_KEY)
})

it.each([undefined, '', 'RELAY_ADMIN_PASSWORD', 'toString'])('refuses %s, and names those it knows', (name) => {
  const before = installationSecrets(folder)
  expect(() => rotateSecret(folder, name)).toThrow(/one of TOKEN_SECRET, SEAL_SECRET/)
  expect(installationSecrets(folder)).toEqual(before)
})
