// What holds when nothing is said.
import { expect, it } from 'vitest'
import { readSettings } from './config.ts'

// holds rules 7-9
it('is closed by default: how many strangers there may be, per address and per second, is finite', () => {
  const secrets = { REALTIME_HMAC_SECRET: 'a'.repeat(32), REALTIME_API_KEY: 'b'.repeat(32) }
  const verdict = readSettings({ ...secrets, RELAY_ALLOWED_ORIGINS: 'https://app.example' })
  if (!verdict.ok) throw new Error(verdict.problems.join(' '))
  const { unidentified, unidentifiedPerAddress, connectionsPerAddress, connectionRate } = verdict.settings.limits
  for (const limit of [unidentified, unidentifiedPerAddress, connectionsPerAddress, connectionRate])
    expect(limit).toBeGreaterThan(0)
})

it('keeps the product’s own rules when a Centrifugo is only named', () => {
  const secrets = { REALTIME_HMAC_SECRET: 'a'.repeat(32), REALTIME_API_KEY: 'b'.repeat(32) }
  const named = { CENTRIFUGO_BIN: '/usr/local/bin/centrifugo', CENTRIFUGO_URL: 'http://127.0.0.1:8000' }
  const verdict = readSettings({ ...secrets, ...named, RELAY_ALLOWED_ORIGINS: 'https://app.example' })
  expect(verdict.ok && verdict.settings.centrifugoTokens).toBeNull()
})

it('takes secrets from files too, and names the one it cannot read', () => {
  const verdict = readSettings({ REALTIME_API_KEY_FILE: '/nowhere/key', RELAY_ALLOWED_ORIGINS: 'https://app.example' })
  expect(!verdict.ok && verdict.problems).toEqual([
    'REALTIME_API_KEY_FILE: the file /nowhere/key cannot be read (ENOENT).',
  ])
})
