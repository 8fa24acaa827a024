// Rotates one secret of an installation: a new value, the one before kept beside it as NAME_PREVIOUS, so that nobody is signed out and
// nothing that was sealed is lost. The processes take it up when they are started again. For the operator's command line.
import { randomBytes } from 'node:crypto'
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const rotatableSecrets = [
  'TOKEN_SECRET',
  'SEAL_SECRET',
  'EXCHANGE_SECRET',
  'SESSION_SECRET',
  'REALTIME_HMAC_SECRET',
  'REALTIME_API_KEY',
  'INGEST_KEY',
] as const
export type RotatableSecret = (typeof rotatableSecrets)[number]

type Secrets = Readonly<Record<string, string>>

/** The one before the last is accepted no longer: rotate again only when its time is over (docs/secrets.md). */
export function rotated(secrets: Secrets, name: RotatableSecret): Secrets {
  const before = secrets[name]
  const next = { ...secrets, [name]: randomBytes(32).toString('hex') }
  return before === undefined ? next : { ...next, [`${name}_PREVIOUS`]: before }
}

/** DATA_DIR/secrets.json, written whole or not at all. */
export function rotateSecret(dataDir: string, name: RotatableSecret): void {
  const file = join(dataDir, 'secrets.json')
  const secrets = JSON.parse(readFileSync(file, 'utf8')) as Secrets
  writeFileSync(`${file}.new`, `${JSON.stringify(rotated(secrets, name), null, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
