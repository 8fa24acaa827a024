// The signal monitor on the simulated building, which knows the truth: a receiver that loses 15 dB is named by its neighbours'
// beacons, and one that is drawn six metres from where it hangs is named by a survey. Nobody else is accused.
import { createHeadOffice } from '@rollcall/simulator/building/head-office'
import { receiverLocations } from '@rollcall/simulator/building/receivers'
import { createAir } from '@rollcall/simulator/radio/air'
import { createPropagation } from '@rollcall/simulator/radio/propagation'
import { createRandom } from '@rollcall/simulator/random'
import { describe, expect, it } from 'vitest'
import { createLinkMemory } from '../src/positioning/calibration/link-memory.ts'
import { fitRadio } from '../src/positioning/calibration/radio-fit.ts'
import { seemsToHangAt } from '../src/positioning/calibration/misplaced.ts'
import type { SurveyPoint, SurveyReceiver } from '../src/positioning/calibration/survey.ts'
import { createNeighbourCheck } from '../src/positioning/neighbour-check.ts'

const building = createHeadOffice()
const { widthM, heightM } = building
const places = receiverLocations(building)
const now = 1_700_000_000_000
const floors = building.levels.map(({ key, level }) => ({ key, level }))
const own = (key: string) => places.filter(({ floor }) => floor === key)

/** Mean strengths are what a minute of listening gives. */
const radioOf = (seed: number) => createPropagation(building, places, createRandom(seed).fork('radio'))

/** Change per receiver when one has lost 15 dB in the last three minutes. */
function changes(seed: number, deaf: string | null): ReadonlyMap<string, number> {
  const radio = radioOf(seed)
  const air = createAir(radio, createRandom(seed).fork('air'))
  const memory = createLinkMemory()
  for (let ageMs = 8 * 60_000; ageMs > 0; ageMs -= 10_000) {
    radio.receivers.forEach(({ receiverId, level, x, y, z }, index) => {
      air.advertise({ index, powerDb: 0, level, x, y, heading: null, heightM: z }, (hearer, rssi) => {
        const { receiverId: by } = radio.receivers[hearer]!
        const isLost = by === deaf && ageMs <= 3 * 60_000
        const heardRssi = isLost ? rssi - 15 : rssi
        if (hearer !== index && heardRssi > -95) memory.note(receiverId, by, now - ageMs, heardRssi)
      })
    })
  }
  return createNeighbourCheck(memory, () => now)()
}

/** A badge held still at some sixty places of a floor. */
function survey(seed: number, floor: { key: string; level: number }): SurveyPoint[] {
  const radio = radioOf(seed)
  const points: SurveyPoint[] = []
  for (let yM = 2; yM < heightM; yM += 4) {
    for (let xM = 2; xM < widthM; xM += 4) {
      const heard = radio.receivers.flatMap(({ receiverId, level }, index) => {
        const rssi = radio.meanRssi(index, floor.level, xM, yM)
        return level === floor.level && rssi > -92 ? [{ receiverId, rssi }] : []
      })
      points.push({ xM, yM, zM: 1.2, heard })
    }
  }
  return points
}

/** Ids of the receivers that the survey says hang elsewhere, with one drawn six metres off. */
function accused(seed: number, floor: { key: string; level: number }, moved: string | null): string[] {
  const points = survey(seed, floor)
  const receivers: SurveyReceiver[] = own(floor.key).map((receiver) => {
    const shiftM = receiver.receiverId !== moved ? 0 : receiver.xM > widthM / 2 ? -6 : 6
    return { ...receiver, xM: receiver.xM + shiftM }
  })
  return receivers
    .filter((receiver) => {
      const others = receivers.filter((other) => other !== receiver)
      return seemsToHangAt({ bounds: building, points }, receiver, fitRadio(points, others, -59)) !== null
    })
    .map(({ receiverId }) => receiverId)
}

const seed = 7

describe('the signal monitor', () => {
  it('names the receiver that lost 15 dB by what it hears of its neighbours, and never another', () => {
    const trials = places
      .filter((_, i) => i % 6 === 1)
      .map(({ receiverId }) => {
        const named = [...changes(seed, receiverId)].filter(([, db]) => Math.abs(db) > 6).map(([id]) => id)
        return { receiverId, named }
      })
    for (const { receiverId, named } of trials) expect(named.filter((id) => id !== receiverId)).toEqual([])
    // One at the edge of the building hears its neighbours so faintly that it has little to lose.
    expect(trials.filter(({ named }) => named.length === 1).length).toBeGreaterThanOrEqual(trials.length - 1)
  })

  it('accuses nobody while all is well', () => {
    const found = [...changes(seed, null).values()]
    expect(found.length).toBeGreaterThan(places.length * 0.8)
    expect(Math.max(...found.map(Math.abs))).toBeLessThan(5)
  })
})

describe('a survey', () => {
  const floor = floors.find(({ key }) => key === 'first')!

  it('accuses no receiver that hangs where it is drawn', () => {
    expect(accused(seed, floor, null)).toEqual([])
  })

  it('names receivers that hang six metres from where they are drawn, most of them, and never another', () => {
    const trials = own(floor.key)
      .filter((_, i) => i % 5 === 2)
      .map(({ receiverId }) => ({ receiverId, found: accused(seed, floor, receiverId) }))
    for (const { receiverId, found } of trials) expect(found.filter((id) => id !== receiverId)).toEqual([])
    expect(trials.filter(({ found }) => found.length === 1).length).toBeGreaterThan(trials.length / 2)
  })
})
