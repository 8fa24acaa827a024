import { describe, expect, it } from 'vitest'
import { fitModel } from './fit-model.ts'
import { expectedAt, fitRadio } from './radio-fit.ts'
import { residualAt } from './residual-map.ts'
import { fitWithSilence, silenceIn, silentResiduals } from './silence.ts'
import { decibelDistance, type SurveyPoint, type SurveyReceiver } from './survey.ts'

const receivers = [3, 15, 27].map((xM, i): SurveyReceiver => ({ receiverId: `r${i}`, xM, yM: 5, zM: 2.5 }))
const wallM = 18
/** Nothing weaker is heard. */
const deafDbm = -92

/** A corridor in which a wall takes 15 dB, surveyed at every metre: −59 dBm, exponent 2. */
function survey(): SurveyPoint[] {
  return Array.from({ length: 30 }, (_, i) => {
    const point = { xM: i + 0.5, yM: 5 + (i % 3), zM: 1.2, heard: [] }
    const heard = receivers.flatMap((receiver) => {
      const rssi = trueDbm(point, receiver)
      return rssi < deafDbm ? [] : [{ receiverId: receiver.receiverId, rssi }]
    })
    return { ...point, heard }
  })
}

function trueDbm(point: SurveyPoint, receiver: SurveyReceiver): number {
  const wallDb = point.xM < wallM === receiver.xM < wallM ? 0 : 15
  return -59 - 2 * decibelDistance(point, receiver) - wallDb
}

describe('silence in a survey', () => {
  const points = survey()
  const [left] = receivers
  const behind = { xM: 22.5, yM: 5, zM: 1.2, heard: [] }

  it('keeps the map from going on behind a wall as if there were none', () => {
    const plain = fitRadio(points, receivers, -59)
    expect(expectedAt(plain, behind, left!)).toBeGreaterThan(-90)
    const model = fitModel(points, receivers, -59)
    expect(expectedAt(model, behind, left!)).toBeLessThan(expectedAt(plain, behind, left!) - 1)
    const map = model.maps.get('r0')!
    expect(expectedAt(model, behind, left!) + residualAt(map, behind.xM, behind.yM)).toBeLessThan(deafDbm)
    // What was heard stays what it is.
    const near = points[6]!
    const expected = expectedAt(model, near, left!) + residualAt(map, near.xM, near.yM)
    expect(Math.abs(expected - trueDbm(near, left!))).toBeLessThan(3)
  })

  it('says nothing where everything was heard', () => {
    const whole = points.map((point) => {
      return { ...point, heard: receivers.map(({ receiverId }) => ({ receiverId, rssi: -70 - point.xM / 10 })) }
    })
    expect(fitWithSilence(whole, receivers, -59)).toEqual(fitRadio(whole, receivers, -59))
  })

  it('says nothing of a receiver that heard nothing at all, nor of one that was off for a while', () => {
    const another: SurveyReceiver = { receiverId: 'off', xM: 10, yM: 5, zM: 2.5 }
    const model = fitModel(points, [...receivers, another], -59)
    expect(model.maps.has('off')).toBe(false)
    expect(model.offsets.get('off')).toBeCloseTo(0)
    // Half a metre from it, and nothing heard: no wall takes so much.
    const fit = fitRadio(points, receivers, -59)
    const beside: SurveyPoint = { xM: 3.5, yM: 5, zM: 1.2, heard: [] }
    const places = [...points, beside]
    expect(silentResiduals(fit, places, left!, silenceIn(places, receivers))).not.toContainEqual(
      expect.objectContaining({ xM: 3.5 }),
    )
  })

  it('takes no receiver for deaf to itself when receivers hear each other', () => {
    const beacons = receivers.map(({ receiverId, ...place }) => {
      const others = receivers.filter((other) => other.receiverId !== receiverId)
      return { ...place, heard: others.map((other) => ({ receiverId: other.receiverId, rssi: -80 })) }
    })
    expect(silenceIn(beacons, receivers).receiversAt).toEqual([[], [], []])
  })
})
