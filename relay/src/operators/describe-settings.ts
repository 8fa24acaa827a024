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
    origins,
    namespaces: Object.fromEntries(namespaces),
  }
  return JSON.stringify(readable, (_, value: unknown) => (value instanceof RegExp ? value.source : value), 2)
}
