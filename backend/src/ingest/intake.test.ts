// One way in for every transport: a batch counts once, and a receiver speaks for itself alone.
import { describe, expect, it } from 'vitest'
import { createIngestCounters } from './ingest-counters.ts'
import { createIntake, type Incoming } from './intake.ts'
import { createMemoryLog } from './log/memory-log.ts'
import { createReadingQueue } from './reading-queue.ts'

const aRaddec = (changes: Record<string, unknown> = {}) => ({
  transmitterId: 'fee150bada55',
  rssiSignature: [
    { receiverId: '02a1f0003001', rssi: -60 },
    { receiverId: '02a1f0003002', rssi: -70 },
  ],
  timestamp: 1_790_000_000_000,
  ...changes,
})

function anIntake(capacity?: number) {
  let time = 1_790_000_000_000
  const [queue, counters] = [createReadingQueue({ capacity }), createIngestCounters()]
  const intake = createIntake({ readings: createMemoryLog(queue, () => time), counters, now: () => time })
  const take = (body: unknown, changes: Partial<Incoming> = {}) =>
    intake.take({
      format: 'raddec',
      bytes: Buffer.from(JSON.stringify(body)),
      sender: null,
      batchId: null,
      ...changes,
    })
  return { queue, counters, take, wait: (ms: number) => (time += ms) }
}

describe('createIntake', () => {
  it('counts a batch sent twice once, and answers the same', async () => {
    const { take, queue, counters } = anIntake()
    const batch = [aRaddec(), 'nonsense']
    expect(await take(batch)).toEqual({ accepted: 1, rejected: 1 })
    expect(await take(batch)).toEqual({ accepted: 1, rejected: 1 })
    expect(queue.drain()).toHaveLength(2)
    expect(counters).toMatchObject({ accepted: 1, rejected: 1, repeated: 1 })
  })

  it('counts a batch again after ten minutes, and one that differs at all', async () => {
    const { take, queue, wait } = anIntake()
    await take([aRaddec()])
    await take([aRaddec({ timestamp: 1_790_000_000_001 })])
    wait(600_001)
    await take([aRaddec()])
    expect(queue.drain()).toHaveLength(6)
  })

  it('goes by the name of a batch when it has one, per sender', async () => {
    const { take, queue } = anIntake()
    await take([aRaddec()], { batchId: 'gw1-7' })
    await take([aRaddec({ timestamp: 2 })], { batchId: 'gw1-7' })
    expect(queue.drain()).toHaveLength(2)
    await take([aRaddec()], { batchId: 'gw1-8' })
    await take([aRaddec()], { batchId: 'gw1-7', sender: '02a1f0003001' })
    expect(queue.drain()).toHaveLength(3)
  })

  it('counts equal batches each time when nothing in them says when', async () => {
    const { take, queue } = anIntake()
    for (let i = 0; i < 3; i++) await take([aRaddec({ timestamp: undefined })])
    expect(queue.drain()).toHaveLength(6)
  })

  it('does not remember a batch that found no room', async () => {
    const { take, queue, counters } = anIntake(3)
    await take([aRaddec()])
    const second = [aRaddec({ timestamp: 7 })]
    expect(await take(second)).toBe('full')
    expect(counters.refused).toBe(1)
    queue.drain()
    expect(await take(second)).toEqual({ accepted: 1, rejected: 0 })
  })

  it('takes from a receiver only what it heard itself', async () => {
    const { take, queue } = anIntake()
    const sender = '02a1f0003002'
    const foreign = aRaddec({ rssiSignature: [{ receiverId: '02a1f0003001', rssi: -60 }] })
    expect(await take([aRaddec(), foreign], { sender })).toEqual({ accepted: 1, rejected: 1 })
    expect(queue.drain().map(({ receiverId }) => receiverId)).toEqual([sender])
    const minew = [
      { type: 'Gateway', mac: '02A1F0003001' },
      { mac: 'AC233F264A2B', rssi: -60 },
    ]
    expect(await take(minew, { sender, format: 'minew' })).toEqual({ accepted: 0, rejected: 1 })
  })

  it('refuses more than a thousand items', async () => {
    const { take } = anIntake()
    expect(await take(Array.from({ length: 1001 }, () => aRaddec()))).toBe('too_many')
  })

  it('remembers a bounded number of batches', async () => {
    const { take, queue } = anIntake()
    for (let i = 0; i <= 20_000; i++) await take(null, { batchId: String(i) })
    await take([aRaddec()], { batchId: '0' })
    expect(queue.drain()).toHaveLength(2)
    await take([aRaddec()], { batchId: '20000' })
    expect(queue.drain()).toHaveLength(0)
  })
})
