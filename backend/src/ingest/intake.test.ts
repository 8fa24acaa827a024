// One way in for every transport: a batch counts once, and a receiver speaks for itself alone.
import { describe, expect, it } from 'vitest'
import { createIngestCounters } from './ingest-counters.ts'
import { createIntake, type Incoming } from './intake.ts'
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
  const intake = createIntake({ queue, counters, now: () => time })
  const take = (body: unknown, changes: Partial<Incoming> = {}) =>
    intake.take({
      format: 'raddec',
      body,
      bytes: Buffer.from(JSON.stringify(body)),
      sender: null,
      batchId: null,
      ...changes,
    })
  return { queue, counters, take, wait: (ms: number) => (time += ms) }
}

describe('createIntake', () => {
  it('counts a batch sent twice once, and answers the same', () => {
    const { take, queue, counters } = anIntake()
    const batch = [aRaddec(), 'nonsense']
    expect(take(batch)).toEqual({ accepted: 1, rejected: 1 })
    expect(take(batch)).toEqual({ accepted: 1, rejected: 1 })
    expect(queue.drain()).toHaveLength(2)
    expect(counters).toMatchObject({ accepted: 1, rejected: 1, repeated: 1 })
  })

  it('counts a batch again after ten minutes, and one that differs at all', () => {
    const { take, queue, wait } = anIntake()
    take([aRaddec()])
    take([aRaddec({ timestamp: 1_790_000_000_001 })])
    wait(600_001)
    take([aRaddec()])
    expect(queue.drain()).toHaveLength(6)
  })

  it('goes by the name of a batch when it has one, per sender', () => {
    const { take, queue } = anIntake()
    take([aRaddec()], { batchId: 'gw1-7' })
    take([aRaddec({ timestamp: 2 })], { batchId: 'gw1-7' })
    expect(queue.drain()).toHaveLength(2)
    take([aRaddec()], { batchId: 'gw1-8' })
    take([aRaddec()], { batchId: 'gw1-7', sender: '02a1f0003001' })
    expect(queue.drain()).toHaveLength(3)
  })

  it('counts equal batches each time when nothing in them says when', () => {
    const { take, queue } = anIntake()
    for (let i = 0; i < 3; i++) take([aRaddec({ timestamp: undefined })])
    expect(queue.drain()).toHaveLength(6)
  })

  it('does not remember a batch that found no room', () => {
    const { take, queue, counters } = anIntake(3)
    take([aRaddec()])
    const second = [aRaddec({ timestamp: 7 })]
    expect(take(second)).toBe('full')
    expect(counters.refused).toBe(1)
    queue.drain()
    expect(take(second)).toEqual({ accepted: 1, rejected: 0 })
  })

  it('takes from a receiver only what it heard itself', () => {
    const { take, queue } = anIntake()
    const sender = '02a1f0003002'
    const foreign = aRaddec({ rssiSignature: [{ receiverId: '02a1f0003001', rssi: -60 }] })
    expect(take([aRaddec(), foreign], { sender })).toEqual({ accepted: 1, rejected: 1 })
    expect(queue.drain().map(({ receiverId }) => receiverId)).toEqual([sender])
    const minew = [
      { type: 'Gateway', mac: '02A1F0003001' },
      { mac: 'AC233F264A2B', rssi: -60 },
    ]
    expect(take(minew, { sender, format: 'minew' })).toEqual({ accepted: 0, rejected: 1 })
  })

  it('refuses more than a thousand items', () => {
    const { take } = anIntake()
    expect(take(Array.from({ length: 1001 }, () => aRaddec()))).toBe('too_many')
  })

  it('remembers a bounded number of batches', () => {
    const { take, queue } = anIntake()
    for (let i = 0; i <= 20_000; i++) take(null, { batchId: String(i) })
    take([aRaddec()], { batchId: '0' })
    expect(queue.drain()).toHaveLength(2)
    take([aRaddec()], { batchId: '20000' })
    expect(queue.drain()).toHaveLength(0)
  })
})
