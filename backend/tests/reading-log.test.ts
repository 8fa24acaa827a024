// The log of readings, held to the same cases in memory and on a real Redis: what was appended is read in its order and once, a batch sent
// twice counts once, no room is refused as a whole, and what was read can be read again until it is trimmed.
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { aGate } from '../../system-tests/cluster/gate.ts'
import { redisMissing, type RedisServer, startRedis } from '../../web/server/tests/bench/redis-server.ts'
import { createMemoryLog } from '../src/ingest/log/memory-log.ts'
import { type LogPosition, passed, type ReadingLog } from '../src/ingest/log/reading-log.ts'
import { createRedisLog } from '../src/ingest/log/redis-log.ts'
import { createReadingQueue } from '../src/ingest/reading-queue.ts'
import type { Reading } from '../src/ingest/reading.ts'
import { everything, partitionCount, partitionOf, shares } from '../src/ownership/shares.ts'

const log = pino({ level: 'silent' })
const missing = redisMissing()
let redis: RedisServer
let opened: ReadingLog[] = []

beforeAll(async () => {
  if (!missing) redis = await startRedis()
})
afterEach(async () => {
  for (const one of opened) await one.stop()
  opened = []
  if (!missing) {
    await redis.stop()
    await redis.start()
  }
})
afterAll(async () => redis?.stop())

async function onRedis({ bytes = 1_000_000, now = Date.now } = {}): Promise<ReadingLog> {
  const one = await createRedisLog({ url: redis.url, log, now, mostBytes: bytes })
  opened.push(one)
  await expect.poll(() => one.reachableMs()).not.toBeNull()
  return one
}
const inMemory = async ({ readings = 100_000 } = {}) => createMemoryLog(createReadingQueue({ capacity: readings }))
/** As much room as one batch of ten readings needs, but not three. */
const twins: readonly (readonly [string, (small?: 'small') => Promise<ReadingLog>])[] = [
  ['in memory', (small) => inMemory(small && { readings: 25 })],
  ...(missing ? [] : [['on Redis', (small?: 'small') => onRedis(small && { bytes: 1500 })] as const]),
]

const at = 1_790_000_000_000
const reading = (transmitterId: string, n: number, more: Partial<Reading> = {}): Reading => {
  return { transmitterId, receiverId: '02aa00000001', rssi: -60, at: at + n, arrivedAt: at + 5000, ...more }
}
const answer = { accepted: 1, rejected: 0 }
const batch = (readings: readonly Reading[], key: string | null = null) => ({ key, readings, batteries: [], answer })
/** All that waits, and the position after it. */
async function readAll(one: ReadingLog, from: LogPosition | null = null) {
  const readings: Reading[] = []
  for (let position = from; ;) {
    const part = await one.read(position, 1, everything)
    for (const entry of part.entries) readings.push(...entry.readings)
    position = passed(part.from, part.entries)
    if (part.isHead) return { readings, position }
  }
}
const badge = (n: number) => `aa00000000${String(n).padStart(2, '0')}`
const timesOf = (readings: readonly Reading[], id: string) =>
  readings.filter(({ transmitterId }) => transmitterId === id).map((one) => one.at - at)

describe.each(twins)('the log of readings %s', { timeout: 60_000 }, (_, create) => {
  it('is read in the order of each badge, once, and goes on from there', async () => {
    const one = await create()
    const badges = Array.from({ length: 20 }, (__, i) => badge(i))
    for (let n = 0; n < 30; n++) await one.append(batch(badges.map((id) => reading(id, n))))
    const first = await readAll(one)
    for (const id of badges) expect(timesOf(first.readings, id)).toEqual(Array.from({ length: 30 }, (__, n) => n))
    await one.append(batch([reading(badge(3), 77)]))
    const second = await readAll(one, first.position)
    expect(timesOf(second.readings, badge(3))).toEqual([77])
    expect((await readAll(one, second.position)).readings).toEqual([])
  })

  it('keeps what a reading says, and battery reports', async () => {
    const one = await create()
    const told = { claim: 'random', frames: { form: 'pdu', hex: ['0a0b', '0c'] } } as const
    const battery = { transmitterId: badge(1), pct: 70, mv: null, at }
    await one.append({ ...batch([reading(badge(1), 5, told)]), batteries: [battery] })
    const { entries } = await one.read(null, 1, everything)
    expect(entries.flatMap(({ readings }) => readings)).toMatchObject([
      { ...reading(badge(1), 5, told), arrivedAt: expect.any(Number) },
    ])
    expect(entries.flatMap(({ batteries }) => batteries)).toEqual([battery])
  })

  it('takes a batch that is sent twice once, also at the same moment, and answers the same', async () => {
    const one = await create()
    const send = (key: string | null) => one.append(batch([reading(badge(1), 1)], key))
    const answers = await Promise.all([send('a'), send('a'), send('b'), send(null), send(null)])
    expect(answers.map((each) => typeof each === 'object' && each.isRepeated)).toEqual([
      false,
      true,
      false,
      false,
      false,
    ])
    for (const each of answers) expect(each).toMatchObject({ answer })
    expect((await readAll(one)).readings).toHaveLength(4)
  })

  it('refuses a batch that finds no room as a whole, does not remember it, and has room again when it was read', async () => {
    const one = await create('small')
    const ten = Array.from({ length: 10 }, (__, n) => reading(badge(1), n))
    let taken = 0
    while ((await one.append(batch(ten, `t${taken}`))) !== 'full') taken++
    expect(taken).toBeGreaterThan(1)
    const first = await readAll(one)
    expect(first.readings).toHaveLength(taken * 10)
    // Redis lets go in whole nodes of its tree; all of it is one.
    await one.trim(laterThan(first.position), everything)
    expect(await one.append(batch(ten, `t${taken}`))).toEqual({ answer, isRepeated: false })
    expect((await readAll(one, first.position)).readings).toHaveLength(10)
  })

  it('is read again from an earlier position until it is trimmed', async () => {
    const one = await create()
    await one.append(batch([reading(badge(1), 1)]))
    const first = await readAll(one)
    expect((await readAll(one)).readings).toHaveLength(1)
    await one.trim(laterThan(first.position), everything)
    expect((await readAll(one)).readings).toHaveLength(0)
  })
})

/** Redis trims what is before an id; in memory, up to it. */
const laterThan = ({ log: name, upTo }: LogPosition): LogPosition => ({
  log: name,
  upTo: upTo.map((id) => (name === 'memory' ? id : `${Date.now() + 60_000}-0`)),
})

describe('partitions', () => {
  it('are each in one share, and shares are equally large to the rounding', () => {
    const all = shares.flatMap((share) => share.partitions)
    expect(all.toSorted((a, b) => a - b)).toEqual(everything.partitions)
    expect(new Set(shares.map((share) => share.partitions.length))).toEqual(new Set([10, 11]))
  })

  it('share out badges evenly', () => {
    const counts = new Map<number, number>()
    for (let i = 0; i < 6400; i++) {
      const partition = partitionOf((0xac233f000000 + i * 7).toString(16))
      counts.set(partition, (counts.get(partition) ?? 0) + 1)
    }
    expect(counts.size).toBe(partitionCount)
    expect(Math.max(...counts.values())).toBeLessThan(200)
  })
})

describe.skipIf(missing)('the log on Redis', { timeout: 60_000 }, () => {
  it('is one for all backends, and each badge keeps to a partition', async () => {
    const [a, b, reader] = [await onRedis(), await onRedis(), await onRedis()]
    for (let n = 0; n < 20; n++)
      await [a, b][n % 2]!.append(batch([reading(badge(1), n), reading(badge(2), n)], String(n)))
    expect(await b.append(batch([reading(badge(1), 0)], '0'))).toEqual({ answer, isRepeated: true })
    const { entries } = await reader.read(null, 1, everything)
    expect(new Set(entries.map(({ partition }) => partition))).toEqual(new Set([badge(1), badge(2)].map(partitionOf)))
    const order = Array.from({ length: 20 }, (_, n) => n)
    const { readings } = await readAll(reader)
    expect([timesOf(readings, badge(1)), timesOf(readings, badge(2))]).toEqual([order, order])
  })

  it('reads more than fits one answer without leaving anything out or turning time round', async () => {
    const one = await onRedis()
    const expected = new Map<string, number[]>()
    for (let n = 0; n < 900; n++) {
      const id = badge(n % 3 === 0 ? 1 : n % 40)
      expected.set(id, [...(expected.get(id) ?? []), n])
      await one.append(batch([reading(id, n)]))
    }
    const arrivals: number[] = []
    const { readings } = await readAll(one)
    for (const { arrivedAt } of readings) arrivals.push(arrivedAt)
    for (const [id, times] of expected) expect(timesOf(readings, id)).toEqual(times)
    // Times of arrival are made of two clocks that are asked one after the other.
    for (const [i, arrivedAt] of arrivals.entries()) expect(arrivedAt).toBeGreaterThan((arrivals[i - 1] ?? 0) - 1000)
  })

  it('tells when readings arrived by the clock of whoever reads, not of whoever took them', async () => {
    const anHourAgo = await onRedis({ now: () => Date.now() - 3_600_000 })
    await (await onRedis()).append(batch([reading(badge(1), 0, { arrivedAt: at })]))
    const [entry] = (await anHourAgo.read(null, 1, everything)).entries
    expect(Math.abs(Date.now() - 3_600_000 - entry!.arrivedAt)).toBeLessThan(60_000)
    expect(entry!.readings[0]!.at).toBe(entry!.arrivedAt)
  })

  it('is refused to a reader who was taken over from', async () => {
    const one = await onRedis()
    await one.read(null, 7, everything)
    await one.read(null, 8, everything)
    await expect(one.read(null, 7, everything)).rejects.toThrow('A later owner')
    await one.read(null, 8, everything)
  })

  it('is read, refused and trimmed share by share', async () => {
    const one = await onRedis()
    const ids = Array.from({ length: 40 }, (_, i) => badge(i))
    await one.append(batch(ids.map((id, n) => reading(id, n))))
    const found: string[] = []
    for (const share of shares) {
      const { entries } = await one.read(null, 3, share)
      expect(entries.every(({ partition }) => share.partitions.includes(partition))).toBe(true)
      found.push(...entries.flatMap(({ readings }) => readings.map(({ transmitterId }) => transmitterId)))
    }
    expect(found.toSorted()).toEqual(ids)
    const [first, second] = [shares[0]!, shares[1]!]
    await one.read(null, 4, first)
    await expect(one.read(null, 3, first)).rejects.toThrow('A later owner')
    const { entries, from } = await one.read(null, 3, second)
    await one.trim(laterThan(passed(from, entries)), second)
    expect((await one.read(null, 3, second)).entries).toEqual([])
    expect((await one.read(null, 4, first)).entries).not.toEqual([])
  })

  it('tells everybody who reads which receivers handed in what, once each', async () => {
    const [one, other] = [await onRedis(), await onRedis()]
    const arrivals = [{ receiverId: '02aa00000001', readings: 3, badges: [badge(1)] }]
    await one.append({ ...batch([reading(badge(1), 1)]), arrivals })
    for (const reader of [one, other]) {
      expect((await reader.arrivals()).map(({ receivers }) => receivers)).toEqual([arrivals])
      expect(await reader.arrivals()).toEqual([])
    }
    await one.append({ ...batch([reading(badge(1), 2)]), arrivals })
    const [again] = await other.arrivals()
    expect(Math.abs(again!.arrivedAt - Date.now())).toBeLessThan(60_000)
  })

  it('says that it is away, and begins anew where it was lost', async () => {
    const one = await onRedis()
    await one.append(batch([reading(badge(1), 1)]))
    const { position } = await readAll(one)
    await redis.stop()
    await expect.poll(() => one.reachableMs()).toBeNull()
    expect(await one.append(batch([reading(badge(1), 2)]))).toBe('unreachable')
    await expect(one.read(position, 1, everything)).rejects.toThrow(/closed|offline/i)
    await redis.start()
    await expect.poll(() => one.reachableMs()).not.toBeNull()
    await one.append(batch([reading(badge(1), 3)]))
    const after = await readAll(one, position)
    expect(timesOf(after.readings, badge(1))).toEqual([3])
    expect(after.position.log).not.toBe(position.log)
  })

  it('notices a Redis that takes everything and answers nothing, however much is sent to it', async () => {
    const gate = await aGate(Number(new URL(redis.url).port))
    const one = await createRedisLog({ url: `redis://127.0.0.1:${gate.port}`, log, now: Date.now })
    opened.push(one)
    await expect.poll(() => one.reachableMs()).not.toBeNull()
    gate.shut()
    const asked = one.read(null, 1, everything).catch((error: unknown) => error)
    const answers: unknown[] = []
    const sending = setInterval(() => {
      void Promise.resolve(one.append(batch([reading(badge(1), 1)]))).then((answer) => answers.push(answer))
    }, 50)
    try {
      await expect.poll(() => one.reachableMs(), { timeout: 20_000 }).toBeNull()
    } finally {
      clearInterval(sending)
    }
    expect(await asked).toBeInstanceOf(Error)
    await expect.poll(() => answers).toContain('unreachable')
    gate.open()
    await expect.poll(() => one.reachableMs(), { timeout: 20_000 }).not.toBeNull()
    expect(await one.append(batch([reading(badge(1), 2)]))).toMatchObject({ answer })
    await gate.stop()
  })

  it('goes on when Redis comes back with what it had saved, and with a clock that is behind', async () => {
    const one = await onRedis()
    await one.append(batch([reading(badge(1), 1)]))
    const { position } = await readAll(one)
    // As if more had been read than was saved, an hour ahead.
    const ahead = { ...position, upTo: position.upTo.map((id) => `${Number(id.split('-')[0]) + 3_600_000}-0`) }
    await one.append(batch([reading(badge(1), 2)]))
    // Another connection, as after a restart: rather twice than never.
    const again = await readAll(await onRedis(), ahead)
    expect(timesOf(again.readings, badge(1))).toEqual([1, 2])
    await one.append(batch([reading(badge(1), 3)]))
    expect(timesOf((await readAll(one, again.position)).readings, badge(1))).toEqual([3])
  })
})
