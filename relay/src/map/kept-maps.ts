// The values of all maps in the memory of one node, within their limits. Keys stand in the order of their last change, which is that
// in which they expire. Used by `memory-maps.ts`.
import type { Publication, StreamPosition } from '../protocol/messages.ts'
import { MapFull, type MapFilter, type MapLimits, type MapState } from './map-store.ts'

export type KeptValue = {
  publication: Publication
  /** Milliseconds. */
  expiresAt: number
  version: number
  versionEpoch: string
}

type KeptMap = {
  /** Of its stream: another one means that everything is gone. */
  epoch: string
  values: Map<string, KeptValue>
  bytes: number
  /** Null when a key came or went since. */
  sortedKeys: string[] | null
}

/** What the runtime needs for a value besides its texts, roughly. */
const bytesOfValue = 200

export function createKeptMaps(limits: MapLimits) {
  const maps = new Map<string, KeptMap>()
  let bytesInAll = 0

  function find(channel: string, epoch: string): KeptMap | undefined {
    const map = maps.get(channel)
    if (!map || map.epoch === epoch) return map
    drop(channel)
    return undefined
  }

  function drop(channel: string): void {
    bytesInAll -= maps.get(channel)?.bytes ?? 0
    maps.delete(channel)
  }

  function count(map: KeptMap, bytes: number): void {
    map.bytes += bytes
    bytesInAll += bytes
  }

  return {
    drop,
    value: (channel: string, key: string, { epoch }: StreamPosition) => find(channel, epoch)?.values.get(key),
    /** Also in the place of an earlier one. */
    put(channel: string, key: string, value: KeptValue, { epoch }: StreamPosition): void {
      const map = find(channel, epoch) ?? { epoch, values: new Map<string, KeptValue>(), bytes: 0, sortedKeys: null }
      const before = map.values.get(key)
      const added = bytesOf(value) - (before ? bytesOf(before) : 0)
      const hasRoom = before !== undefined || map.values.size < limits.mapKeys
      if (!hasRoom || (added > 0 && (map.bytes + added > limits.mapBytes || bytesInAll + added > limits.mapMemory))) {
        throw new MapFull()
      }
      if (!map.values.delete(key)) map.sortedKeys = null
      map.values.set(key, value)
      count(map, added)
      maps.set(channel, map)
    },
    take(channel: string, key: string): void {
      const map = maps.get(channel)
      const value = map?.values.get(key)
      if (!map || !value) return
      map.values.delete(key)
      map.sortedKeys = null
      count(map, -bytesOf(value))
      if (map.values.size === 0) maps.delete(channel)
    },
    size: (channel: string) => maps.get(channel)?.values.size ?? 0,
    page: (channel: string, position: StreamPosition, filter: MapFilter) =>
      page(find(channel, position.epoch), position, filter),
    firstExpiry: () => firstExpiry(maps.values()),
    /** Keys whose time is over, so many of each channel at most. */
    *expired(at: number, most: number): Generator<{ channel: string; key: string; value: KeptValue }> {
      for (const [channel, { values }] of maps) {
        let left = most
        for (const [key, value] of values) {
          if (value.expiresAt > at || left-- === 0) break
          yield { channel, key, value }
        }
      }
    },
  }
}

function firstExpiry(maps: Iterable<KeptMap>): number {
  let first = Infinity
  for (const { values } of maps) {
    const [value] = values.values()
    if (value && value.expiresAt < first) first = value.expiresAt
  }
  return first
}

function bytesOf({ publication }: KeptValue): number {
  const { data, tags, info, key = '' } = publication
  const extras = tags || info ? JSON.stringify([tags, info]).length : 0
  return bytesOfValue + key.length + data.length + extras
}

function page(map: KeptMap | undefined, position: StreamPosition, { key, after, limit }: MapFilter): MapState {
  const pick = (keys: readonly string[]) => keys.flatMap((one) => map?.values.get(one)?.publication ?? [])
  if (key !== undefined) return { values: pick([key]), position, cursor: '' }
  if (!map || limit === 0) return { values: [], position, cursor: '' }
  map.sortedKeys ??= [...map.values.keys()].sort()
  const start = after ? firstAfter(map.sortedKeys, after) : 0
  const end = limit === undefined ? map.sortedKeys.length : start + limit
  const keys = map.sortedKeys.slice(start, end)
  return { values: pick(keys), position, cursor: end < map.sortedKeys.length ? (keys.at(-1) ?? '') : '' }
}

function firstAfter(sortedKeys: readonly string[], key: string): number {
  let [low, high] = [0, sortedKeys.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sortedKeys[middle] ?? '') > key) high = middle
    else low = middle + 1
  }
  return low
}
