// Which side of the outer wall a badge is on, by who hears it louder.
import { describe, expect, it } from 'vitest'
import { aSite, floorOf } from './a-site.ts'
import { wallEvidence, withEvidence } from './wall-evidence.ts'

const floor = floorOf(aSite(), 0)
const [pole, desk] = [
  { ...floor.receivers[0]!, isOutdoors: true, isAtMuster: true },
  { ...floor.receivers[1]!, isOutdoors: false, isAtMuster: false },
]
const site = [{ ...floor, receivers: [pole, desk] }]
const heard = (atPole: number | null, atDesk: number | null) => [
  ...(atPole === null ? [] : [{ receiver: pole, rssi: atPole }]),
  ...(atDesk === null ? [] : [{ receiver: desk, rssi: atDesk }]),
]

describe('wallEvidence', () => {
  it('speaks for outdoors when the pole hears the badge clearly louder, also a weak one', () => {
    expect(wallEvidence(heard(-70, -85), site).outdoors).toBeGreaterThan(2)
    expect(wallEvidence(heard(-80, -95), site)).toEqual(wallEvidence(heard(-70, -85), site))
    expect(wallEvidence(heard(-80, null), site).atMuster).toBeGreaterThan(2)
  })

  it('speaks for indoors when both hear it alike, or only the room does', () => {
    expect(wallEvidence(heard(-75, -75), site).outdoors).toBeLessThan(-1)
    expect(wallEvidence(heard(null, -75), site).outdoors).toBeLessThan(-3)
  })

  it('says nothing where receivers stand on one side only, or nobody hears the badge', () => {
    expect(wallEvidence(heard(-60, null), [{ ...floor, receivers: [pole] }])).toEqual({ outdoors: 0, atMuster: 0 })
    expect(wallEvidence([], site)).toEqual({ outdoors: 0, atMuster: 0 })
  })
})

describe('withEvidence', () => {
  it('leaves the belief alone without evidence, and is moved by it otherwise, even from certainty', () => {
    expect(withEvidence(1, 0)).toBe(1)
    expect(withEvidence(0, 5)).toBeGreaterThan(0.8)
    expect(withEvidence(1, -5)).toBeLessThan(0.2)
  })
})
