// The memory engine's history: per channel the last publications, their offset and epoch. A restart makes new epochs, which
// tells clients that what they missed is gone.
import type { Publication, StreamPosition } from '../protocol/messages.ts'
import type { History, HistoryFilter, MetaTtlOf } from './engine.ts'
import { newEpoch } from './epoch.ts'

type Stream = {
  epoch: string
  top: number
  items: Publication[]
  itemsExpireAt: number
  usedAt: number
  version: number
  versionEpoch: string
}

export type MemoryStreams = ReturnType<typeof createMemoryStreams>

export function createMemoryStreams(metaTtlOf: MetaTtlOf, now: () => number) {
  const streams = new Map<string, Stream>()

  /** Asking for an unknown stream creates it, so that its first subscribers learn an epoch that stays. */
  function open(channel: string): Stream {
    const at = now()
    let stream = streams.get(channel)
    if (!stream) {
      stream = { epoch: newEpoch(), top: 0, items: [], itemsExpireAt: 0, usedAt: at, version: 0, versionEpoch: '' }
      streams.set(channel, stream)
    }
    stream.usedAt = at
    if (at >= stream.itemsExpireAt) stream.items = []
    return stream
  }

  function append(channel: string, publication: Publication, size: number, ttl: number): StreamPosition {
    const stream = open(channel)
    publication.offset = ++stream.top
    if (publication.offset === 1) publication.epoch = stream.epoch
    stream.items.push(publication)
    if (stream.items.length > size) stream.items.splice(0, stream.items.length - size)
    stream.itemsExpireAt = now() + ttl
    return positionOf(stream)
  }

  /** True when this version is news; remembers it. */
  function advanceVersion(channel: string, version: number, versionEpoch: string): boolean {
    const stream = open(channel)
    if (stream.versionEpoch === versionEpoch && version <= stream.version) return false
    stream.version = version
    stream.versionEpoch = versionEpoch
    return true
  }

  function read(channel: string, { limit, since, reverse }: HistoryFilter): History {
    const stream = open(channel)
    const position = positionOf(stream)
    if (limit === 0) return { publications: [], position }
    let items = stream.items
    if (since) items = items.filter(({ offset }) => (reverse ? offset < since.offset : offset > since.offset))
    if (reverse) items = items.toReversed()
    return { publications: limit === undefined ? items.slice() : items.slice(0, limit), position }
  }

  function clear(channel: string): void {
    open(channel).items = []
  }

  function sweep(): void {
    const at = now()
    for (const [channel, stream] of streams) {
      if (at < stream.itemsExpireAt) continue
      stream.items = []
      if (at - stream.usedAt > metaTtlOf(channel)) streams.delete(channel)
    }
  }

  return {
    open: (channel: string) => positionOf(open(channel)),
    append,
    advanceVersion,
    read,
    clear,
    /** Its next life has another epoch. */
    remove: (channel: string): void => void streams.delete(channel),
    sweep,
  }
}

const positionOf = ({ epoch, top }: Stream): StreamPosition => ({ epoch, offset: top })
