// Maps in Redis, common to all nodes. Every node removes keys whose time is over from the maps that it has to do with; scripts that
// read do so first. Owned by the Redis engine.
import type { Delivery, MetaTtlOf } from '../engine/engine.ts'
import { newEpoch } from '../engine/epoch.ts'
import { runScript, type RedisConnection } from '../engine/redis-connection.ts'
import type { RedisKeys } from '../engine/redis-keys.ts'
import { publicationBody, readPublication } from '../engine/redis-messages.ts'
import { answerTtl } from '../engine/redis-streams.ts'
import type { Publication } from '../protocol/messages.ts'
import type { MapRulesOf } from './map-rules.ts'
import { MapFull, type MapLimits, type MapOutcome, type MapStore, type MapSuppression } from './map-store.ts'
import {
  clearValuesScript,
  expireValuesScript,
  publishValueScript,
  readValuesScript,
  removeValueScript,
} from './redis-map-scripts.ts'

const sweepEvery = 1_000

export type RedisMaps = MapStore & {
  /** A key of the channel was changed by some node. */
  seen: (channel: string) => void
  stop: () => void
}

// Long because all of it runs scripts on the same maps.
export function createRedisMaps(
  connection: RedisConnection,
  keys: RedisKeys,
  delivery: Delivery,
  rulesOf: MapRulesOf,
  metaTtlOf: MetaTtlOf,
  limits: MapLimits,
): RedisMaps {
  /** When keys of the channel may be over. */
  const dueAt = new Map<string, number>()

  const keysOf = (channel: string) => [keys.meta(channel), keys.stream(channel), ...keys.map(channel)]

  /** What every script needs, see there. */
  function common(channel: string): string[] {
    const { streamSize = 0, streamTtl = 0 } = rulesOf(channel) ?? {}
    return [
      keys.client(channel),
      newEpoch(),
      connection.processRun(keys.meta(channel)),
      String(Math.ceil(metaTtlOf(channel))),
      String(Date.now()),
      String(streamSize),
      String(Math.ceil(streamTtl)),
    ]
  }

  function seen(channel: string): void {
    const { keyTtl = 0 } = rulesOf(channel) ?? {}
    if (keyTtl > 0 && !dueAt.has(channel)) dueAt.set(channel, Date.now() + Math.min(keyTtl, sweepEvery))
  }

  async function change(
    kind: 'publish' | 'remove',
    channel: string,
    key: string,
    idempotencyKey: string | undefined,
    more: string[],
  ): Promise<MapOutcome> {
    seen(channel)
    const reply = await runScript(
      connection,
      kind === 'publish' ? publishValueScript : removeValueScript,
      [...keysOf(channel), keys.answer(channel, idempotencyKey ?? '')],
      [...common(channel), key, idempotencyKey ? answerTtl : '', ...more],
    )
    const [offset, epoch, suppressed] = reply as [number, string, MapSuppression | 'full' | undefined]
    if (suppressed === 'full') throw new MapFull()
    if (suppressed) delivery.mapSuppressed(kind, suppressed, channel)
    else delivery.accepted('publication', channel)
    return { position: { offset, epoch }, suppressed }
  }

  async function expire(channel: string): Promise<void> {
    const reply = await runScript(connection, expireValuesScript, keysOf(channel), common(channel))
    const [left, expired] = reply as [number, number]
    delivery.mapSwept(expired)
    if (left < 0) dueAt.delete(channel)
    else dueAt.set(channel, Date.now() + left)
  }

  async function sweep(): Promise<void> {
    const due = [...dueAt].filter(([, at]) => at <= Date.now())
    for (const [channel] of due) await expire(channel)
  }

  // A broken connection ends the round; the next one takes it up.
  const sweeping = setInterval(() => void sweep().catch(() => delivery.mapSweepFailed()), sweepEvery)

  return {
    async publish(channel, key, data, options) {
      const { info, tags, idempotencyKey, version = 0, versionEpoch = '', onlyIf = '', refreshes } = options
      const { keyTtl = 0 } = rulesOf(channel) ?? {}
      return change('publish', channel, key, idempotencyKey, [
        publicationBody(data, { info, tags, key, time: Date.now() }),
        String(Math.ceil(keyTtl)),
        String(version),
        versionEpoch,
        onlyIf,
        refreshes ? '1' : '',
        String(limits.mapKeys),
        String(limits.mapBytes),
      ])
    },
    remove: (channel, key, { idempotencyKey }) => change('remove', channel, key, idempotencyKey, []),
    async read(channel, { key = '', after = '', limit = -1 }) {
      seen(channel)
      const asked = [...common(channel), key, after, String(limit)]
      const reply = await runScript(connection, readValuesScript, keysOf(channel), asked)
      // Without a stream nothing tells which changes are in it already: all of them shall have come in.
      if (!rulesOf(channel)?.streamSize) await connection.catchUp()
      const [epoch, offset, expired, cursor, values] = reply as [string, number, number, string, string[]]
      delivery.mapSwept(expired)
      return { values: values.map((value) => readValue(value, epoch)), position: { epoch, offset }, cursor }
    },
    count: async (channel) => Number(await connection.send('HLEN', keys.map(channel).slice(0, 1))),
    async clear(channel) {
      await runScript(connection, clearValuesScript, keysOf(channel), [keys.client(channel)])
    },
    cleanupLag() {
      let first = Infinity
      for (const at of dueAt.values()) if (at < first) first = at
      // Beyond the time that it takes to come round.
      return Math.max(0, Date.now() - sweepEvery - first) / 1000
    },
    seen,
    stop: () => clearInterval(sweeping),
  }
}

/** See the scripts. */
function readValue(value: string, epoch: string): Publication {
  const [head = '', offset, length] = /^(\d+):\d+:(\d+):/.exec(value) ?? []
  const rest = value.slice(head.length)
  // The length is in bytes, and what it counts is any text.
  const body = length === '0' ? rest : Buffer.from(rest).subarray(Number(length)).toString()
  return readPublication(body, Number(offset), epoch)
}
