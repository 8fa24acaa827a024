// The circle is wider where the estimate can hide more of what is wrong: few receivers, and differences that last.
import { describe, expect, it } from 'vitest'
import { aSite, floorOf } from './a-site.ts'
import { Accuracy } from './accuracy.ts'
import { expectedStrength } from './expected-strength.ts'

const floor = floorOf(aSite(), 0)
const usualM = 3

/** Twenty seconds in which every receiver differs by so much, now one way and then the other. */
function radiusAfter(differenceDb: number, sign: (second: number) => number, count: number, reachM = usualM) {
  const place = { xM: 20, yM: 15, reachM, strengthDb: 0 }
  const accuracy = new Accuracy()
  const heard = floor.receivers.slice(0, count)
  let radius = 0
  for (let second = 0; second < 20; second++) {
    const fresh = heard.map((receiver) => {
      return { receiver, rssi: expectedStrength(floor, place, receiver, -59) + differenceDb * sign(second) }
    })
    radius = accuracy.radius(place, { floor, fresh, observations: heard, referenceDbm: -59 }, 1)
  }
  return radius
}

const lasting = () => 1
const passing = (second: number) => (second % 4 < 2 ? 1 : -1)

describe('Accuracy', () => {
  it('is wider when differences last than when they pass', () => {
    expect(radiusAfter(4, lasting, 7)).toBeGreaterThan(2 * radiusAfter(4, passing, 7))
  })

  it('is wider when fewer receivers show the same: the estimate fits more of them away', () => {
    const [few, many] = [radiusAfter(2.5, lasting, 5), radiusAfter(2.5, lasting, 7)]
    expect(few / many).toBeCloseTo((5 / 2 / (7 / 4)) ** 0.6, 1)
    expect(radiusAfter(2.5, lasting, 3)).toBe(radiusAfter(2.5, lasting, 4))
  })

  it('is never smaller than a metre nor wider than twice the reach', () => {
    expect(radiusAfter(0, lasting, 7, 0.5)).toBe(1)
    expect(radiusAfter(40, lasting, 7)).toBe(2 * usualM)
  })
})
