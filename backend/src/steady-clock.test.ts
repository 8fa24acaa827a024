// Time never runs backward unnoticed.
import { expect, it } from 'vitest'
import { createSteadyClock } from './steady-clock.ts'

function aClock() {
  const wall = { time: 1_790_000_000_000 }
  return { wall, clock: createSteadyClock(() => wall.time) }
}

it('waits a small step back out', () => {
  const { wall, clock } = aClock()
  const before = clock.now()
  wall.time -= 900
  expect([clock.now() - before, clock.takeSetBack()]).toEqual([0, false])
  wall.time += 1000
  expect(clock.now() - before).toBe(100)
})

it('follows a large step back and says so once', () => {
  const { wall, clock } = aClock()
  const before = clock.now()
  wall.time -= 3_600_000
  expect(clock.now() - before).toBe(-3_600_000)
  expect([clock.takeSetBack(), clock.takeSetBack()]).toEqual([true, false])
  wall.time += 500
  expect([clock.now() - before, clock.takeSetBack()]).toEqual([-3_599_500, false])
})

it('follows a step forward without a word', () => {
  const { wall, clock } = aClock()
  const before = clock.now()
  wall.time += 3_600_000
  expect([clock.now() - before, clock.takeSetBack()]).toEqual([3_600_000, false])
})
