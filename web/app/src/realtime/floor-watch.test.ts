import type { MarkerMessage } from './marker-message.ts'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createFloorWatch, updateMs } from './floor-watch.ts'
import type { FloorUpdate } from './relay-messages.ts'

const t = 1_790_000_000_000
const entry = (timestamp: number, transmitterId = 'badge', floorId = 'f1') =>
  ({ transmitterId, floorId, position: { x: 1, y: 1, xM: 1, yM: 1 }, timestamp, seq: 1 }) as PositionEntry
const batch = (...data: PositionEntry[]) => ({ type: 'position-batch', data })

/** A watch over a hand-driven relay. */
function aWatch() {
  const updates: FloorUpdate[] = []
  const channels = new Map<string, (data: unknown) => void>()
  const watch = createFloorWatch({
    subscribe: (channel, onData) => {
      channels.set(channel, onData)
      return () => void channels.delete(channel)
    },
    onUpdate: (one) => updates.push(one),
  })
  const push = (data: unknown) => {
    for (const onData of channels.values()) onData(data)
  }
  watch.watch({ id: 'f1', channel: 'floor:f1' })
  return { watch, updates, channels, push }
}

/** The far end of a port, which the painter or the page would hold. */
function aPort() {
  const heard: MarkerMessage[] = []
  const port = { postMessage: (message: MarkerMessage) => heard.push(message), close: vi.fn<() => void>() }
  return { port: port as unknown as MessagePort, heard, close: port.close }
}

describe('createFloorWatch', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('tells the page at once, then what else came once a second', () => {
    const { updates, push } = aWatch()
    push(batch(entry(t)))
    expect(updates).toMatchObject([{ floorId: 'f1', changed: [{ timestamp: t }], gone: [], through: 'relay' }])
    for (let tick = 1; tick <= 9; tick++) push(batch(entry(t + tick * 100), entry(t + tick, 'other')))
    expect(updates).toHaveLength(1)
    vi.advanceTimersByTime(updateMs)
    expect(updates).toHaveLength(2)
    expect(updates[1]?.changed.map(({ transmitterId, timestamp }) => [transmitterId, timestamp])).toEqual([
      ['badge', t + 900],
      ['other', t + 9],
    ])
  })
  it('says nothing while nothing comes', () => {
    const { updates, push } = aWatch()
    push(batch(entry(t)))
    vi.advanceTimersByTime(updateMs * 5)
    expect(updates).toHaveLength(1)
  })
  it('tells a snapshot at once, also when nobody moved', () => {
    const { watch, updates } = aWatch()
    const snapshot = { floorId: 'f1', entries: [entry(t)], asOf: t }
    watch.take(snapshot)
    watch.take(snapshot)
    expect(updates.map(({ changed, through }) => [changed.length, through])).toEqual([
      [1, 'snapshot'],
      [0, 'snapshot'],
    ])
  })
  it('does not let a slow snapshot overwrite what the socket brought meanwhile', () => {
    const { watch, updates, push } = aWatch()
    push(batch(entry(t + 3_000)))
    watch.take({ floorId: 'f1', entries: [entry(t)], asOf: t })
    expect(updates.flatMap(({ changed }) => changed.map(({ timestamp }) => timestamp))).toEqual([t + 3_000])
  })
  it('tells who went to another floor', () => {
    const { updates, push } = aWatch()
    push(batch(entry(t)))
    push(batch(entry(t + 1, 'badge', 'f2')))
    vi.advanceTimersByTime(updateMs)
    expect(updates[1]).toMatchObject({ changed: [], gone: ['badge'] })
  })
  it('ignores messages that are not position batches, and snapshots of another floor', () => {
    const { watch, updates, push } = aWatch()
    for (const data of [null, 'x', {}, { type: 'ambient-batch', data: [] }, { type: 'position-batch', data: 'x' }])
      push(data)
    watch.take({ floorId: 'f2', entries: [entry(t, 'badge', 'f2')], asOf: t })
    vi.advanceTimersByTime(updateMs)
    expect(updates).toEqual([])
  })
  it('passes every move to whoever draws, and the whole floor to one that comes later', () => {
    const { watch, push } = aWatch()
    push(batch(entry(t)))
    const { port, heard } = aPort()
    watch.show([port])
    push(batch(entry(t + 100)))
    push(batch(entry(t + 200)))
    expect(heard.map(({ type }) => type)).toEqual(['names', 'motions', 'motions', 'motions'])
  })
  it('takes the markers away and lets go of the port when nobody draws any more', () => {
    const { watch, push } = aWatch()
    push(batch(entry(t)))
    const { port, heard, close } = aPort()
    watch.show([port])
    watch.show([])
    expect(heard.at(-1)).toEqual({ type: 'gone', indexes: [0] })
    expect(close).toHaveBeenCalledOnce()
    push(batch(entry(t + 100)))
    expect(heard.at(-1)?.type).toBe('gone')
  })
  it('forgets the floor that is left: its people, its channel, what was not told yet', () => {
    const { watch, updates, channels, push } = aWatch()
    push(batch(entry(t)))
    push(batch(entry(t + 1)))
    watch.watch({ id: 'f2', channel: 'floor:f2' })
    expect([...channels.keys()]).toEqual(['floor:f2'])
    vi.advanceTimersByTime(updateMs * 2)
    expect(updates).toHaveLength(1)
    push(batch(entry(t + 2, 'badge', 'f2')))
    expect(updates[1]).toMatchObject({ floorId: 'f2', changed: [{ transmitterId: 'badge' }] })
  })
})
