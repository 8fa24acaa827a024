// Who is in a channel, on all nodes. Each node vouches for its own clients again and again; those of a node that was killed are
// gone after the time to live.
import type { ClientInfo, PresenceStats } from '../protocol/messages.ts'
import { runScript, type RedisConnection } from './redis-connection.ts'
import type { RedisKeys } from './redis-keys.ts'
import { addPresenceScript, presenceScript, removePresenceScript } from './redis-scripts.ts'

/** Milliseconds. */
export type PresenceTimes = { interval: number; ttl: number }

/** Clients in one command. */
const renewedAtOnce = 500

export function createRedisPresence(connection: RedisConnection, keys: RedisKeys, { interval, ttl }: PresenceTimes) {
  /** This node's own: channel → client → info as JSON. */
  const present = new Map<string, Map<string, string>>()

  async function add(channel: string, clients: readonly [client: string, info: string][]): Promise<void> {
    for (let at = 0; at < clients.length; at += renewedAtOnce) {
      const some = clients.slice(at, at + renewedAtOnce)
      await runScript(connection, addPresenceScript, keys.presence(channel), [String(ttl), ...some.flat()])
    }
  }

  async function renew(): Promise<void> {
    for (const [channel, clients] of present) await add(channel, [...clients])
  }

  // A broken connection ends the round; the next connection starts another.
  const renewing = setInterval(() => void renew().catch(() => {}), interval)

  async function read(channel: string): Promise<ClientInfo[]> {
    const infos = await runScript(connection, presenceScript, keys.presence(channel), [])
    return (infos as string[]).map((info) => JSON.parse(info) as ClientInfo)
  }

  return {
    async add(channel: string, info: ClientInfo): Promise<void> {
      const text = JSON.stringify(info)
      const clients = present.get(channel) ?? new Map<string, string>()
      present.set(channel, clients.set(info.client, text))
      await add(channel, [[info.client, text]])
    },
    async remove(channel: string, client: string): Promise<void> {
      const clients = present.get(channel)
      if (clients?.delete(client) && clients.size === 0) present.delete(channel)
      // Nobody vouches for it any more, so that it goes by itself.
      if (connection.isUp()) await runScript(connection, removePresenceScript, keys.presence(channel), [client])
    },
    read,
    async count(channel: string): Promise<PresenceStats> {
      const clients = await read(channel)
      return { numClients: clients.length, numUsers: new Set(clients.map(({ user }) => user)).size }
    },
    renew,
    stop: () => clearInterval(renewing),
  }
}
