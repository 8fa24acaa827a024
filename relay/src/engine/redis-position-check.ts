// Whether this node has every publication of its channels: one that does not follow the one before, or a position behind that of
// Redis, means that something was missed. Used by `redis-channels.ts`.
import type { StreamPosition } from '../protocol/messages.ts'
import type { RedisConnection } from './redis-connection.ts'

export type ChannelState = {
  /** Of the last publication that was delivered here; null before the first, and without history. */
  position: StreamPosition | null
  /** When that publication came, or was last compared with Redis. */
  checkedAt: number
}

export type ReadTop = (channel: string) => Promise<StreamPosition>

/** Positions that are compared at once after a break. */
const comparedAtOnce = 500

export function createPositionCheck(
  channels: ReadonlyMap<string, ChannelState>,
  connection: () => RedisConnection,
  onLost: (channel: string) => void,
) {
  function lose(name: string, channel: ChannelState): void {
    channel.position = null
    onLost(name)
  }

  async function compareOne(name: string, readTop: ReadTop): Promise<void> {
    const channel = channels.get(name)
    if (!channel) return
    // Without a position nobody can say whether something was missed.
    if (!channel.position) return lose(name, channel)
    const top = await readTop(name)
    await connection().catchUp()
    channel.checkedAt = Date.now()
    const { position } = channel
    const isCurrent = position && position.epoch === top.epoch && position.offset >= top.offset
    if (position && !isCurrent) lose(name, channel)
  }

  async function compare(names: readonly string[], readTop: ReadTop): Promise<void> {
    for (let at = 0; at < names.length; at += comparedAtOnce) {
      const some = names.slice(at, at + comparedAtOnce)
      await Promise.all(some.map((name) => compareOne(name, readTop)))
    }
  }

  return {
    /** False when the publication at this position does not follow the last one. */
    advance(name: string, channel: ChannelState, position: StreamPosition): boolean {
      if (channel.position && !follows(position, channel.position)) {
        lose(name, channel)
        return false
      }
      channel.position = position
      channel.checkedAt = Date.now()
      return true
    },
    compare,
    /** Should Redis have taken a publication that it never passed on. */
    async compareSilent(silence: number, readTop: ReadTop): Promise<void> {
      const since = Date.now() - silence
      const silent = [...channels].filter(([, { position, checkedAt }]) => position && checkedAt <= since)
      await compare(
        silent.map(([name]) => name),
        readTop,
      )
    },
  }
}

const follows = (next: StreamPosition, last: StreamPosition) =>
  next.epoch === last.epoch && next.offset === last.offset + 1
