// Secrets from files, as systemd and container platforms hand them over: NAME_FILE in place of NAME. Called by the settings of every
// process before they are checked, so that a secret from a file obeys the same rules.
import { readFileSync } from 'node:fs'

/** Addresses are among them where a password may be part of one. */
export const secretNames = [
  'AUDIT_SECRET',
  'AUDIT_SECRET_PREVIOUS',
  'API_SECRET',
  'API_SECRET_PREVIOUS',
  'DATABASE_URL',
  'EXCHANGE_SECRET',
  'EXCHANGE_SECRET_PREVIOUS',
  'FILES_BUCKET_SECRET',
  'INGEST_KEY',
  'INGEST_KEY_PREVIOUS',
  'METRICS_TOKEN',
  'METRICS_TOKEN_PREVIOUS',
  'MQTT_URL',
  'NOTIFY_WEBHOOK_URL',
  'OIDC_CLIENT_SECRET',
  'READINGS_REDIS_URL',
  'REALTIME_API_KEY',
  'REALTIME_API_KEY_PREVIOUS',
  'REALTIME_HMAC_SECRET',
  'REALTIME_HMAC_SECRET_PREVIOUS',
  'REDIS_URL',
  'RELAY_ADMIN_PASSWORD',
  'SEAL_SECRET',
  'SEAL_SECRET_PREVIOUS',
  'SESSION_SECRET',
  'SESSION_SECRET_PREVIOUS',
  'SMTP_URL',
  'TOKEN_SECRET',
  'TOKEN_SECRET_PREVIOUS',
] as const

type Environment = Readonly<Record<string, string | undefined>>

/** The environment with what the files say, and a sentence for each that says nothing. */
export function withSecretFiles(environment: Environment): { given: Environment; problems: string[] } {
  const given: Record<string, string | undefined> = { ...environment }
  const problems: string[] = []
  for (const name of secretNames) {
    const setting = `${name}_FILE`
    const path = environment[setting]
    if (!path) continue
    if (environment[name]) {
      problems.push(`${setting}: ${name} is set too; set one of them.`)
      continue
    }
    try {
      // Editors end a file with a line break; a secret holds none.
      given[name] = readFileSync(path, 'utf8').trim()
      if (!given[name]) problems.push(`${setting}: the file ${path} is empty.`)
    } catch (error) {
      problems.push(`${setting}: the file ${path} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
    }
  }
  return { given, problems }
}
