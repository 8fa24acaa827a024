// The simulated day: people arrive in the morning, fill the canteen at noon, leave in the evening, and are back the next morning.
import { describe, expect, it } from 'vitest'
import { createWorld } from '../world.ts'
import { createDayClock, openingHours } from './day.ts'

const at = (hours: number) => hours * 3600
const count = (dayStartS: number, seconds = 0) => {
  const world = createWorld({ seed: 7, dayStartS })
  for (let i = 0; i < seconds; i += 30) world.tick({ seconds: 0.5, speed: 60, nowMs: i })
  const present = world.truth().filter((truth) => truth.present)
  const inside = (kind: string) => present.filter(({ room }) => room.includes(kind)).length
  return { present: present.length, canteen: inside('canteen'), moving: present.filter(({ moving }) => moving).length }
}

describe('a simulated day', () => {
  it('starts lively: most are at work, some are still to come, somebody walks', () => {
    const world = createWorld({ seed: 7, dayStartS: at(8.75) })
    const truth = world.truth()
    const present = truth.filter((one) => one.present).length
    expect(present / truth.length).toBeGreaterThan(0.55)
    expect(present).toBeLessThan(truth.length - 5)
    expect(truth.filter(({ moving }) => moving).length).toBeGreaterThanOrEqual(3)
  })

  it('fills up by ten, eats at noon and empties in the evening', () => {
    const ten = count(at(9), at(1))
    expect(ten.present).toBeGreaterThan(count(at(8.4)).present)
    expect(count(at(11.75), at(0.75)).canteen).toBeGreaterThan(ten.canteen + 5)
    // Guards, contractors and assets stay.
    expect(count(at(17.5), at(0.9)).present).toBeLessThan(ten.present / 2)
  })

  it('skips the night: the next morning is lively again', () => {
    expect(count(at(17.5), at(2.5)).present).toBeGreaterThan(60)
  })

  it('is the same for the same seed', () => {
    expect(count(at(8.75), 600)).toEqual(count(at(8.75), 600))
  })
})

describe('createDayClock', () => {
  it('goes from closing time to the next opening', () => {
    const clock = createDayClock(openingHours.toS - 10)
    clock.pass(15)
    expect(clock).toMatchObject({ nowS: openingHours.fromS + 5, day: 1 })
    clock.pass(2 * (openingHours.toS - openingHours.fromS))
    expect(clock).toMatchObject({ nowS: openingHours.fromS + 5, day: 3 })
  })
})
