// The settings in force as JSON for `--print-config`: everything but the secrets, of which only the number is told.
import type { Proxy } from '../centrifugo/proxies/proxy.ts'
import type { TokenReading } from '../centrifugo/tokens/centrifugo-tokens.ts'
import type { Settings } from '../config.ts'

export function describeSettings({
  tokenSecrets,
  centrifugoTokens,
  apiKeys,
  metricsTokens,
  origins,
  namespaces,
  admin,
  redis,
  movedPaths,
  outboxes,
  ...rest
}: Settings): string {
  const readable = {
    ...rest,
    tokenRules: centrifugoTokens ? 'centrifugo' : 'product',
    tokenSecrets: tokenSecrets.length,
    centrifugoTokens: centrifugoTokens && {
      connection: withoutSecrets(centrifugoTokens.connection),
      subscription: withoutSecrets(centrifugoTokens.subscription),
    },
    apiKeys: apiKeys.length,
    metricsTokens: metricsTokens.length,
    admin: admin ? { isBehindProxy: admin.isBehindProxy } : null,
    // The address may hold a password.
    redis: redis ? withoutPasswords(redis) : null,
    outboxes: outboxes.map(({ name, table, partitions, address }) => ({
      name,
      table,
      partitions,
      host: new URL(address).host,
    })),
    origins,
    movedPaths: Object.fromEntries(movedPaths),
    namespaces: Object.fromEntries(namespaces),
  }
  return JSON.stringify(readable, plainly, 2)
}

/** Patterns as text; of backends who they are, without what they are shown. */
function plainly(_: string, value: unknown): unknown {
  if (value instanceof RegExp) return value.source
  if (value instanceof Map) return Object.fromEntries(value)
  const isProxy = typeof value === 'object' && value !== null && 'endpoint' in value && 'staticHeaders' in value
  if (!isProxy) return value
  const { name, endpoint, timeout, headers, emulatedHeaders } = value as Proxy
  return { name, endpoint: new URL(endpoint).host, timeout, headers, emulatedHeaders }
}

const withoutSecrets = ({ secrets, publicKeys, ...reading }: TokenReading) => ({
  ...reading,
  secrets: secrets.length,
  publicKeys: publicKeys.length,
})

/** Nor keys. */
const withoutPasswords = ({ url, tls, sentinel, ...redis }: NonNullable<Settings['redis']>) => ({
  ...redis,
  url: new URL(url).host,
  tls: tls !== undefined,
  sentinel: sentinel?.addresses,
})
