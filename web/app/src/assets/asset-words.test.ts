import { describe, expect, it } from 'vitest'
import { isMisplaced } from './asset-words.ts'

const at = { at: '2026-01-05T09:00:00Z', buildingId: 'b', floorId: 'f', floorName: 'Ground' }
const seen = (zoneId: string | null, nearZoneName: string | null = null) =>
  isMisplaced({ homeZoneId: 'home', lastSeen: { ...at, zoneId, zoneName: zoneId, nearZoneName } })

describe('isMisplaced', () => {
  it('is said of what is known to be elsewhere', () => {
    expect([seen('home'), seen('hall'), seen(null)]).toEqual([false, true, true])
  })
  it('is not said where nobody knows, or of what belongs nowhere', () => {
    expect(seen(null, 'hall')).toBe(false)
    expect(isMisplaced({ homeZoneId: 'home', lastSeen: null })).toBe(false)
    expect(isMisplaced({ homeZoneId: 'home', lastSeen: undefined })).toBe(false)
    expect(isMisplaced({ homeZoneId: null, lastSeen: { ...at, zoneId: 'hall', zoneName: 'Hall' } })).toBe(false)
  })
})
