// Writes a Centrifugo configuration file for a test and forges the tokens that such a relay accepts.
import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { apiKey, origin, secret } from './relay-process.ts'

const folders: string[] = []
afterAll(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})

/** The path of a file with good secrets and these channel options. */
export function aConfigFile(channel: object, more: object = {}): string {
  const content = {
    http_server: { address: '127.0.0.1', port: 0 },
    client: { token: { hmac_secret_key: secret }, allowed_origins: [origin] },
    http_api: { key: apiKey },
    channel,
    ...more,
  }
  const folder = mkdtempSync(join(tmpdir(), 'relay-config-'))
  folders.push(folder)
  const path = join(folder, 'config.json')
  writeFileSync(path, JSON.stringify(content))
  return path
}

/** Any claims, signed as the relay expects. */
export function aSignedToken(claims: object, key = secret, algorithm = 'HS256'): string {
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  const signed = `${encoded({ alg: algorithm, typ: 'JWT' })}.${encoded(claims)}`
  return `${signed}.${createHmac(algorithm.replace('HS', 'sha'), key).update(signed).digest('base64url')}`
}

export const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
