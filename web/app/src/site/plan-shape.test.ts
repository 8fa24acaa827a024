import { describe, expect, it } from 'vitest'
import { planShape } from './plan-shape.ts'

const floor = { widthM: 40, heightM: 20 }

describe('planShape', () => {
  it('takes a picture of the shape of the floor, whatever its size', () => {
    expect(planShape({ width: 4000, height: 2000 }, floor).fits).toBe(true)
    expect(planShape({ width: 401, height: 200 }, floor).fits).toBe(true)
  })
  it('warns of one that would be stretched and says which size would fit', () => {
    const { fits, says } = planShape({ width: 2000, height: 1500 }, floor)
    expect(fits).toBe(false)
    expect(says).toContain('taller')
    expect(says).toContain('its height is 30 m')
  })
})
