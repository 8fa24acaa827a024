import { describe, expect, it } from 'vitest'
import type { FloorRadio } from '../fit-model.ts'
import { createLocator } from '../fit-model.ts'
import { anOffice, offsetsDb } from './an-office.ts'
import { enoughOf, learnFromRests } from './learn-from-rests.ts'

const textbook: FloorRadio = { referenceDbm: -59, exponent: 2.4, offsets: new Map(), maps: new Map() }

async function learnt(count: number, current = textbook, part = anOffice(count).floor) {
  const { numbers, maps } = await learnFromRests(part, current)
  const radio: FloorRadio = {
    referenceDbm: numbers.referencePowerDbm,
    exponent: numbers.pathLoss,
    offsets: new Map(numbers.receivers.map(({ receiverId, offsetDb }) => [receiverId, offsetDb])),
    maps: new Map(Object.entries(maps)),
  }
  return { numbers, radio }
}

/** Metres: mean, and ninth decile, of rests that were not learnt from, as the product places them. */
function errorsOf(radio: FloorRadio): { meanM: number; p90M: number } {
  const { floor, places } = anOffice(120, 77)
  const locate = createLocator(radio, floor.receivers, floor.bounds)
  const errors = floor.rests.flatMap(({ heard }, i) => {
    const { xM, yM } = places[i]!
    const heardAloud = heard.flatMap(({ receiverId, rssi }) => (rssi === null ? [] : [{ receiverId, rssi }]))
    const place = locate({ xM, yM, zM: 1.2, heard: heardAloud })
    return place ? [Math.hypot(place.xM - xM, place.yM - yM)] : []
  })
  errors.sort((a, b) => a - b)
  return {
    meanM: errors.reduce((sum, error) => sum + error, 0) / errors.length,
    p90M: errors[Math.floor(errors.length * 0.9)]!,
  }
}

describe('a floor that learns from badges at rest', () => {
  it('places badges nearer, also those that it did not learn from, and says so before it is used', async () => {
    const { numbers, radio } = await learnt(400)
    const [before, after] = [errorsOf(textbook), errorsOf(radio)]
    expect(after.meanM).toBeLessThan(before.meanM * 0.93)
    expect(after.p90M).toBeLessThan(before.p90M)
    expect(numbers.better).toBe(true)
    expect(numbers.errorAfter!.meanM).toBeLessThan(numbers.errorBefore!.meanM)
  })

  it('finds which receivers hear better than others', async () => {
    const { numbers } = await learnt(400)
    const found = numbers.receivers.map(({ offsetDb }) => offsetDb)
    const mean = found.reduce((sum, db) => sum + db, 0) / found.length
    for (const [r, db] of found.entries()) expect(Math.abs(db - mean - offsetsDb[r]!)).toBeLessThan(2)
  })

  it('does not recommend what knows less than the radio in use', async () => {
    const good = await learnt(400)
    const { numbers } = await learnt(300, good.radio, anOffice(40, 9).floor)
    expect(numbers.better).toBe(false)
  })

  it('cannot judge by halves of too few receivers, and recommends nothing', async () => {
    const { floor } = anOffice(300)
    const { numbers } = await learnt(300, textbook, { ...floor, receivers: floor.receivers.slice(0, 7) })
    expect(numbers).toMatchObject({ errorBefore: null, errorAfter: null, better: false })
  })

  it('takes no longer with many rests than with enough of them, of the whole time', () => {
    const { rests } = anOffice(900).floor
    expect(enoughOf(rests, 40)).toEqual(rests)
    const some = enoughOf(rests, 100)
    expect(some).toHaveLength(400)
    expect(rests.indexOf(some.at(-1)!)).toBeGreaterThan(895)
    expect(new Set(some).size).toBe(400)
    expect(enoughOf(rests, 1000)).toHaveLength(300)
  })
})
