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
