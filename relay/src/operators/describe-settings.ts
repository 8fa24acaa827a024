// The settings in force as JSON for `--print-config`: everything but the secrets, of which only the number is told.
import type { Settings } from '../config.ts'

export function describeSettings({
  tokenSecrets,
  apiKeys,
  origins,
  namespaces,
  admin,
  redis,
  ...rest
}: Settings): string {
  const readable = {
    ...rest,
    tokenSecrets: tokenSecrets.length,
    apiKeys: apiKeys.length,
    admin: admin ? { isBehindProxy: admin.isBehindProxy } : null,
    // The address may hold a password.
    redis: redis ? { ...redis, url: new URL(redis.url).host } : null,
    origins: origins.map(({ source }) => source),
    namespaces: Object.fromEntries(namespaces),
  }
  return JSON.stringify(readable, null, 2)
}
