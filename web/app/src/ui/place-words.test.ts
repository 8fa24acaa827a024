import { describe, expect, it } from 'vitest'
import { placeWords } from './place-words.ts'

describe('a place in words', () => {
  it('is the zone, else what it is near, else the floor', () => {
    const floorName = 'Floor 1'
    expect(placeWords({ zoneName: 'Canteen', nearZoneName: null, floorName })).toBe('Canteen')
    expect(placeWords({ zoneName: null, nearZoneName: 'Canteen', floorName })).toBe('Near Canteen')
    expect(placeWords({ zoneName: null, floorName })).toBe('Floor 1')
  })
})
