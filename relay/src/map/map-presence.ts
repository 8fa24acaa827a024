// Who is in a channel, shown as keys of a map (`map_clients_presence_channel_prefix` and that of users): each node keeps the keys of
// its clients alive. A client's key goes with it; a user's expires, so that a short absence is none.
import type { ChannelRules } from '../channels/channel-rules.ts'
import type { Log } from '../log.ts'
import type { ClientInfo } from '../protocol/messages.ts'
import type { MapStore } from './map-store.ts'

export type MapPresence = ReturnType<typeof createMapPresence>

type Prefixes = Pick<ChannelRules, 'clientsMapPrefix' | 'usersMapPrefix'>

/** Keys that are renewed at once. */
const renewedAtOnce = 500

/** `interval` in milliseconds. */
export function createMapPresence(maps: MapStore, interval: number, log: Log) {
  /** By channel and client: what of it is shown where. */
  const present = new Map<string, { channel: string; key: string; info: ClientInfo | undefined }>()

  const show = ({ channel, key, info }: { channel: string; key: string; info: ClientInfo | undefined }) =>
    maps.publish(channel, key, '', { info, onlyIf: 'new', refreshes: true })

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => log.error({ error: String(error) }, 'presence in a map could not be updated'))
  }

  async function renew(): Promise<void> {
    const all = [...present.values()]
    for (let at = 0; at < all.length; at += renewedAtOnce) {
      // One that fails is renewed the next time.
      await Promise.allSettled(all.slice(at, at + renewedAtOnce).map(show))
    }
  }

  const renewing = setInterval(() => void renew(), interval)

  return {
    enter({ clientsMapPrefix, usersMapPrefix }: Prefixes, channel: string, info: ClientInfo): void {
      const { client, user } = info
      const add = (prefix: string, key: string, shown: ClientInfo | undefined) => {
        const one = { channel: prefix + channel, key, info: shown }
        present.set(`${one.channel}\n${client}`, one)
        inBackground(show(one))
      }
      if (clientsMapPrefix) add(clientsMapPrefix, client, info)
      if (usersMapPrefix && user !== '') add(usersMapPrefix, user, undefined)
    },
    leave({ clientsMapPrefix, usersMapPrefix }: Prefixes, channel: string, { client }: ClientInfo): void {
      present.delete(`${usersMapPrefix}${channel}\n${client}`)
      if (!clientsMapPrefix) return
      present.delete(`${clientsMapPrefix}${channel}\n${client}`)
      inBackground(maps.remove(clientsMapPrefix + channel, client, {}))
    },
    stop: () => clearInterval(renewing),
  }
}
