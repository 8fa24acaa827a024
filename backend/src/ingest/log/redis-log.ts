// The log of several backends: a stream per partition in Redis or Valkey. Entries are ordered and timed by Redis alone; how long one has
// lain there is what its reader goes by. Bounded in bytes; what finds no room, and what comes while Redis is away, is refused.
import { randomUUID } from 'node:crypto'
import { replaceWhenSilent } from '@rollcall/tokens/silent-redis'
import type { createClient as createRedisClient } from '@redis/client'
import type { FastifyBaseLogger } from 'fastify'
import { partitionCount, partitionOf, type Share } from '../../ownership/shares.ts'
import type { BatteryReport } from '../dynamb-adapter.ts'
import type { Reading } from '../reading.ts'
import { readText, textOf } from './entry-text.ts'
import {
  type Arrivals,
  type ArrivedReceiver,
  isLater,
  type LogEntry,
  type NewBatch,
  type ReadingLog,
  Superseded,
  type Taken,
  timeOf,
} from './reading-log.ts'
import { appendScript, stateScript, tag } from './redis-log-scripts.ts'

interface Options {
  url: string
  log: FastifyBaseLogger
  /** Epoch milliseconds of whoever reads. */
  now: () => number
  /** Bytes that a partition holds at most. */
  mostBytes?: number
}

/** 256 MB in all: half a minute of 70,000 readings a second that is kept after reading, and as much again that waits. */
const mostBytes = 4 * 1024 * 1024
/** As long as the batches of one backend alone are known. */
const batchMs = 10 * 60_000
/** A reader that has not asked for so long counts no more, milliseconds; longer than a lease. */
const readerMs = '10000'
/** Entries of a partition in one answer. */
const mostEntries = 200
/** A broken or silent connection is noticed and replaced within 5 s, whatever broke it. */
const socket = { connectTimeout: 1000, socketTimeout: 3000, reconnectStrategy: 200 } as const
/** Commands that wait for an answer; beyond it batches are refused. */
const mostWaiting = 2000

type ReadStream = { name: string; messages: { id: string; message: Record<string, string> }[] }

const streams = Array.from({ length: partitionCount }, (_, i) => `${tag}:${i}`)
const stateKeys = (share: Share) => [`${tag}:log`, `${tag}:epoch:${share.name}`]
/** Who handed in what, for everybody; the last minute or so of it is plenty. */
const arrivalsStream = { key: `${tag}:arrivals`, most: '10000', backMs: 15_000 } as const
const start = '0-0'

/** Returns at once; a Redis that is away is waited for. */
// Long because its parts share the connection and what is known of it.
export async function createRedisLog({ url, log, now, ...options }: Options): Promise<ReadingLog> {
  // Only sites with several backends pay for it.
  const { createClient } = await import('@redis/client')
  const client = createClient({
    url,
    socket,
    disableOfflineQueue: true,
    commandsQueueMaxLength: mostWaiting,
  })
  const arrivals = createArrivalsReader(client, now)
  /** By a clock that cannot be set; null: it is away, as was said. */
  let readySince: number | null = 0
  /** Shares read since the last new connection: the Redis behind that may have forgotten, or have another clock. */
  const isSame = new Set<Share>()
  client.on('error', (error: Error) => {
    // The message of an error may hold the address with its password; its name does not.
    if (readySince !== null)
      log.warn({ code: 'reading_log_down', reason: error.name }, 'Redis is away; readings are refused.')
    readySince = null
  })
  client.on('ready', () => {
    log.info({ code: 'reading_log_up' }, 'Readings go through Redis.')
    readySince = performance.now()
    isSame.clear()
    arrivals.forget()
  })
  client.connect().catch(() => undefined)
  const endWatch = replaceWhenSilent(client)

  /** Where Redis came back with less than was read before, and a clock that is behind, new entries have ids that seem to be read: better
   * twice than never. */
  const aligned = async (upTo: readonly string[], { partitions }: Share): Promise<readonly string[]> => {
    const ids = [...upTo]
    for (const i of partitions) {
      const lastId = await lastIdOf(client.xInfoStream(streams[i]!))
      if (isLater(ids[i]!, lastId)) ids[i] = start
    }
    return ids
  }
  const stateOf = async (epoch: number, share: Share) => {
    const reply = await client.eval(stateScript, {
      keys: stateKeys(share),
      arguments: [randomUUID(), String(epoch), readerMs],
    })
    const [name, highest, time] = reply as unknown as [string, string, string]
    if (Number(highest) > epoch) throw new Superseded('A later owner reads the log.')
    return { name, time: Number(time) }
  }

  return {
    isShared: true,
    async append(batch) {
      const parts = partsOf(batch)
      if (parts.length === 0 && batch.key === null) return { answer: batch.answer, isRepeated: false }
      const keys = [`${tag}:batch:${batch.key}`, arrivalsStream.key, ...parts.map(({ stream }) => stream)]
      const answer = batch.key === null ? '' : JSON.stringify(batch.answer)
      const arrivals = batch.arrivals?.length ? JSON.stringify(batch.arrivals) : ''
      const limits = [String(batchMs), String(options.mostBytes ?? mostBytes), arrivals, arrivalsStream.most]
      const texts = parts.map(({ text }) => text)
      try {
        const reply = await client.eval(appendScript, { keys, arguments: [answer, ...limits, ...texts] })
        const [outcome, before] = reply as unknown as [string, string | undefined]
        if (outcome === 'full') return 'full'
        if (before === undefined) return { answer: batch.answer, isRepeated: false }
        return { answer: JSON.parse(before) as Taken, isRepeated: true }
      } catch (error) {
        // Redis' own limit (maxmemory).
        return error instanceof Error && error.message.startsWith('OOM') ? 'full' : 'unreachable'
      }
    },
    async read(after, epoch, share) {
      const { name, time } = await stateOf(epoch, share)
      const isOther = after?.log !== name
      const upTo = isOther
        ? streams.map(() => start)
        : isSame.has(share)
          ? after.upTo
          : await aligned(after.upTo, share)
      isSame.add(share)
      const asked = share.partitions.map((i) => ({ key: streams[i]!, id: upTo[i]! }))
      const reply = (await client.xRead(asked, { COUNT: mostEntries })) as ReadStream[] | null
      const arrivedAt = now()
      const found = (reply ?? []).map(({ name: stream, messages }) => ({
        partition: streams.indexOf(stream),
        isCut: messages.length === mostEntries,
        messages: messages.map(({ id, message }) => ({ id, text: message['t'] ?? '' })),
      }))
      // What is later than the end of a partition that was cut waits, so that all partitions advance together.
      const until = Math.min(...found.filter(({ isCut }) => isCut).map(({ messages }) => timeOf(messages.at(-1)!.id)))
      const entries = found
        .flatMap(({ partition, messages }) => messages.map((message) => ({ partition, ...message })))
        .filter(({ id }) => timeOf(id) <= until)
        .toSorted((a, b) => timeOf(a.id) - timeOf(b.id))
        .map(({ partition, id, text }): LogEntry => {
          // A clock of Redis that was set back lets entries seem to come from the future: they came just now.
          const at = arrivedAt - Math.max(0, time - timeOf(id))
          return { partition, id, arrivedAt: at, ...readText(text, at) }
        })
      return { entries, from: { log: name, upTo }, isHead: until === Infinity }
    },
    earlier: ({ log: name, upTo }, ms) => ({
      log: name,
      upTo: upTo.map((id) => `${Math.max(0, timeOf(id) - ms)}-0`),
    }),
    async trim({ upTo }, { partitions }) {
      const trimOne = (i: number) => client.xTrim(streams[i]!, 'MINID', upTo[i]!, { strategyModifier: '~' })
      await Promise.all(partitions.map(trimOne))
    },
    arrivals: arrivals.read,
    reachableMs: () => (client.isReady ? performance.now() - (readySince ?? performance.now()) : null),
    // There is room for them, or for nobody.
    dropped: 0,
    waiting: null,
    async stop() {
      endWatch()
      client.destroy()
    },
  }
}

/** Who handed in what since the last time, at first of the last seconds. */
function createArrivalsReader(client: Pick<ReturnType<typeof createRedisClient>, 'time' | 'xRead'>, now: () => number) {
  let upTo: string | null = null
  return {
    async read(): Promise<Arrivals[]> {
      const [seconds, micros] = await client.time()
      const time = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
      upTo ??= `${time - arrivalsStream.backMs}-0`
      const reply = (await client.xRead({ key: arrivalsStream.key, id: upTo })) as ReadStream[] | null
      const messages = reply?.[0]?.messages ?? []
      upTo = messages.at(-1)?.id ?? upTo
      return messages.map(({ id, message }): Arrivals => {
        const arrivedAt = now() - Math.max(0, time - timeOf(id))
        return { arrivedAt, receivers: JSON.parse(message['t'] ?? '[]') as ArrivedReceiver[] }
      })
    },
    /** Another Redis may answer from now on. */
    forget() {
      upTo = null
    },
  }
}

/** What belongs to each partition, as text. */
function partsOf({ readings, batteries }: NewBatch): { stream: string; text: string }[] {
  const parts = new Map<number, { readings: Reading[]; batteries: BatteryReport[] }>()
  const of = (transmitterId: string) => {
    const partition = partitionOf(transmitterId)
    let part = parts.get(partition)
    if (!part) parts.set(partition, (part = { readings: [], batteries: [] }))
    return part
  }
  for (const reading of readings) of(reading.transmitterId).readings.push(reading)
  for (const report of batteries) of(report.transmitterId).batteries.push(report)
  return [...parts].map(([partition, part]) => ({
    stream: streams[partition]!,
    text: textOf(part.readings, part.batteries),
  }))
}

/** Of a stream that does not exist: the beginning. */
async function lastIdOf(asked: Promise<{ 'last-generated-id': unknown }>): Promise<string> {
  try {
    return String((await asked)['last-generated-id'])
  } catch (error) {
    if (error instanceof Error && error.message.includes('no such key')) return start
    throw error
  }
}
