// `rollcall rotate-secret`, on a folder of its own.
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { plans } from '../setup/processes.mjs'
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

it('makes the token of figures the first time, and keeps the one before from then on', () => {
  rotateSecret(folder, 'METRICS_TOKEN')
  const { METRICS_TOKEN: first, METRICS_TOKEN_PREVIOUS: none } = installationSecrets(folder)
  expect(first).toMatch(/^[0-9a-f]{64}$/)
  expect(none).toBeUndefined()
  rotateSecret(folder, 'METRICS_TOKEN')
  expect(installationSecrets(folder)['METRICS_TOKEN_PREVIOUS']).toBe(first)
})

it.each(['METRICS_TOKEN', 'METRICS_TOKEN_FILE'])('leaves alone what %s of the settings says, which wins', (setting) => {
  const before = installationSecrets(folder)
  expect(() => rotateSecret(folder, 'METRICS_TOKEN', { [setting]: 'x' })).toThrow(`${setting} in rollcall.env`)
  expect(installationSecrets(folder)).toEqual(before)
})

it('reaches every process that holds it, with the one before', async () => {
  const rotatable = [
    'TOKEN_SECRET',
    'SEAL_SECRET',
    'AUDIT_SECRET',
    'EXCHANGE_SECRET',
    'SESSION_SECRET',
    'REALTIME_HMAC_SECRET',
  ]
  const names = [...rotatable, 'REALTIME_API_KEY', 'INGEST_KEY', 'METRICS_TOKEN']
  for (const name of names) for (const _ of [1, 2]) rotateSecret(folder, name)
  const secrets = installationSecrets(folder)
  const ports = { web: 1, backend: 2, relay: 3, database: 4 }
  const common = { dataDir: folder, databaseUrl: '', ports, development: false, origins: [] }
  const { backend, relay, web } = await plans({ ...common, secrets })
  const known: Record<string, string | undefined> = { ...secrets }
  const held = (env: NodeJS.ProcessEnv | undefined) =>
    names.filter((name) => env?.[name] === known[name] && env?.[`${name}_PREVIOUS`] === known[`${name}_PREVIOUS`])
  expect(held(backend.env)).toEqual(names.filter((name) => name !== 'SESSION_SECRET'))
  expect(held(relay.env)).toEqual(['REALTIME_HMAC_SECRET', 'REALTIME_API_KEY', 'METRICS_TOKEN'])
  expect(held(web.env)).toEqual(['EXCHANGE_SECRET', 'SESSION_SECRET', 'METRICS_TOKEN'])
  expect(web.env).toMatchObject({
    API_SECRET: known['TOKEN_SECRET'],
    API_SECRET_PREVIOUS: known['TOKEN_SECRET_PREVIOUS'],
  })
})

it('gives way to a file that the settings name', async () => {
  const ports = { web: 1, backend: 2, relay: 3, database: 4 }
  const common = { dataDir: folder, databaseUrl: '', ports, development: false, origins: [] }
  process.env['INGEST_KEY_FILE'] = '/run/credentials/ingest-key'
  const { backend } = await plans({ ...common, secrets: installationSecrets(folder) })
  delete process.env['INGEST_KEY_FILE']
  expect(backend.env?.['INGEST_KEY']).toBeUndefined()
  expect(backend.env?.['TOKEN_SECRET']).toBeDefined()
})

it.each([undefined, '', 'RELAY_ADMIN_PASSWORD', 'toString'])('refuses %s, and names those it knows', (name) => {
  const before = installationSecrets(folder)
  expect(() => rotateSecret(folder, name)).toThrow(/one of TOKEN_SECRET, SEAL_SECRET/)
  expect(installationSecrets(folder)).toEqual(before)
})
