// The memory engine's history over time.
import { expect, it } from 'vitest'
import { createMemoryStreams } from './memory-streams.ts'

it('forgets a stream only when its namespace says so, and its publications before', () => {
  let now = 0
  const streams = createMemoryStreams(
    (channel) => (channel === 'short:1' ? 10_000 : 100_000),
    () => now,
  )
  const append = (channel: string) => streams.append(channel, { data: '1', offset: 0 }, 5, 5_000)
  const [short, long] = [append('short:1'), append('long:1')]
  now = 6_000
  streams.sweep()
  expect(streams.read('long:1', {})).toEqual({ publications: [], position: long })
  now = 11_000
  streams.sweep()
  expect(streams.open('long:1')).toEqual(long)
  const again = streams.open('short:1')
  expect(again.offset).toBe(0)
  expect(again.epoch).not.toBe(short.epoch)
})

const aStream = () => {
  const clock = { now: 0 }
  const streams = createMemoryStreams(
    () => 100_000,
    () => clock.now,
  )
  const append = (data: string, size = 3, ttl = 5_000) => streams.append('c', { data, offset: 0 }, size, ttl)
  const read = (filter: Parameters<typeof streams.read>[1] = {}) =>
    streams.read('c', filter).publications.map(({ data }) => data)
  return { ...streams, append, read, readAll: () => streams.read('c', {}), clock }
}

it('keeps the last publications, numbered one by one, the first with its epoch', () => {
  const { append, read, readAll } = aStream()
  const positions = ['a', 'b', 'c'].map((data) => append(data))
  const [{ epoch } = { epoch: '' }] = positions
  expect(positions).toEqual([1, 2, 3].map((offset) => ({ epoch, offset })))
  expect(readAll().publications.map((one) => one.epoch)).toEqual([epoch, undefined, undefined])
  append('d')
  expect(read()).toEqual(['b', 'c', 'd'])
  expect(readAll().position).toEqual({ epoch, offset: 4 })
})

it('reads from a position in either direction, as many as asked for', () => {
  const { append, read, open } = aStream()
  for (const data of ['a', 'b', 'c', 'd', 'e']) append(data, 10)
  const since = { ...open('c'), offset: 3 }
  expect(read({ since })).toEqual(['d', 'e'])
  expect(read({ since, reverse: true })).toEqual(['b', 'a'])
  expect(read({ limit: 2 })).toEqual(['a', 'b'])
  expect(read({ limit: 2, reverse: true })).toEqual(['e', 'd'])
  expect(read({ limit: 0 })).toEqual([])
})

it('hands out a list of its own', () => {
  const { append, readAll } = aStream()
  append('a')
  const { publications } = readAll()
  append('b')
  expect(publications).toHaveLength(1)
})

it('has no publications after their time, and none after they were cleared, but its position', () => {
  const { append, read, clear, open, clock } = aStream()
  const position = append('a')
  clock.now = 4_999
  expect(read()).toEqual(['a'])
  clock.now = 5_000
  expect(read()).toEqual([])
  append('b')
  clear('c')
  expect([read(), open('c')]).toEqual([[], { ...position, offset: 2 }])
})

it('has another epoch after it was removed', () => {
  const { append, remove, open } = aStream()
  const { epoch } = append('a')
  remove('c')
  expect(open('c')).toMatchObject({ offset: 0 })
  expect(open('c').epoch).not.toBe(epoch)
})

it('takes a version once, and an older one never, within one epoch of versions', () => {
  const { advanceVersion } = aStream()
  const taken = (version: number, epoch: string) => advanceVersion('c', version, epoch)
  expect([taken(2, 'a'), taken(2, 'a'), taken(1, 'a'), taken(3, 'a')]).toEqual([true, false, false, true])
  expect([taken(1, 'b'), taken(1, 'b'), taken(4, 'a')]).toEqual([true, false, true])
})

it('keeps a stream that is used, and one whose publications are not over, when it sweeps', () => {
  const { append, sweep, open, read, clock } = aStream()
  const kept = append('a', 3, 200_000)
  clock.now = 150_000
  sweep()
  expect([read(), open('c')]).toEqual([['a'], kept])
  clock.now = 250_000
  sweep()
  expect(open('c')).toEqual(kept)
  clock.now = 350_001
  sweep()
  expect(open('c').epoch).not.toBe(kept.epoch)
})
