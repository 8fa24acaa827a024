// How Redis is reached, from the `engine.redis` section of a configuration file. Called by `read-file.ts`.
import type { RedisSentinel, RedisTls } from '../../engine/redis-address.ts'
import type { RedisContent } from './file-schema.ts'
import { tlsOf } from './value-forms.ts'

/** What an address cannot say. */
export type RedisWays = { tls?: RedisTls; sentinel?: RedisSentinel; clusterAddresses?: readonly string[] }

export function redisWays(redis: RedisContent): RedisWays {
  const { sentinel_address: addresses, sentinel_master_name: masterName } = redis
  const { sentinel_user: user, sentinel_password: password, sentinel_tls: ofSentinel } = redis
  const tls = tlsOf(redis.tls)
  const [cluster] = redis.cluster_address
  if (addresses.length === 0 && cluster) return { ...(tls && { tls }), clusterAddresses: cluster.split(',') }
  if (addresses.length === 0) return tls ? { tls } : {}
  const sentinel = { addresses, masterName, user, password, tls: tlsOf(ofSentinel) }
  return tls ? { tls, sentinel } : { sentinel }
}

/** A bare `host:port`, or a URL whose parts win over the options beside it. */
export function redisUrl({ address, user, password, db, tls }: RedisContent): string {
  const scheme = tls?.enabled ? 'rediss' : 'redis'
  if (!URL.canParse(address) && !URL.canParse(`${scheme}://${address}`)) return address
  const url = new URL(address.includes('://') ? address.replace(/^redis:/, `${scheme}:`) : `${scheme}://${address}`)
  url.username ||= encodeURIComponent(user)
  url.password ||= encodeURIComponent(password)
  if (url.pathname === '' || url.pathname === '/') url.pathname = String(db)
  return url.href
}
