// The wheel against a clock of its own: everybody is served once and in time, whatever happens in between.
import { expect, it } from 'vitest'
import { createUpkeepWheel, wheelStep, type ScheduledItem } from './upkeep-wheel.ts'

const start = 1_000_000_000

function aWheel() {
  const wheel = createUpkeepWheel(start)
  const served: { name: string; at: number }[] = []
  const item = (name: string, then: (now: number) => void = () => {}): ScheduledItem => ({
    before: null,
    after: null,
    upkeep(now) {
      served.push({ name, at: now - start })
      then(now)
    },
  })
  const turnUntil = (end: number) => {
    for (let at = wheelStep; at <= end; at += wheelStep) wheel.turn(start + at)
  }
  return { wheel, served, item, turnUntil }
}

it('serves each at the first turn that is not before its time, and once', () => {
  const { wheel, served, item, turnUntil } = aWheel()
  for (const due of [-5_000, 0, 1, 999, 1000, 10_001]) wheel.schedule(item(String(due)), start + due)
  turnUntil(30_000)
  expect(served.map(({ name, at }) => [Number(name), at])).toEqual([
    [-5_000, 250],
    [0, 250],
    [1, 250],
    [999, 1000],
    [1000, 1000],
    [10_001, 10_250],
  ])
})

it('keeps only the last appointment, and none of those that were removed', () => {
  const { wheel, served, item, turnUntil } = aWheel()
  const [moved, gone] = [item('moved'), item('gone')]
  wheel.schedule(moved, start + 5_000)
  wheel.schedule(moved, start + 1_000)
  wheel.schedule(gone, start + 1_000)
  wheel.remove(gone)
  turnUntil(20_000)
  expect(served).toEqual([{ name: 'moved', at: 1_000 }])
})

it('looks at what is due far ahead from time to time, so that it can ask again', () => {
  const { wheel, served, item, turnUntil } = aWheel()
  const patient = item('patient', (now) => wheel.schedule(patient, start + 300_000 > now ? start + 300_000 : Infinity))
  wheel.schedule(patient, start + 300_000)
  turnUntil(310_000)
  expect(served.map(({ at }) => at)).toContain(300_000)
})

it('serves who is scheduled or removed by another in the same turn as they are then', () => {
  const { wheel, served, item, turnUntil } = aWheel()
  const victim = item('victim')
  const first = item('first', (now) => {
    wheel.remove(victim)
    wheel.schedule(first, now)
  })
  wheel.schedule(first, start + 250)
  wheel.schedule(victim, start + 250)
  turnUntil(500)
  expect(served.map(({ name }) => name)).toEqual(['first', 'first'])
})

it('serves everybody once after the machine slept for an hour', () => {
  const { wheel, served, item } = aWheel()
  for (let number = 0; number < 100; number++) wheel.schedule(item(String(number)), start + number * 1000)
  wheel.turn(start + 3_600_000)
  expect(served).toHaveLength(100)
})
