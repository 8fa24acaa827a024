// What is learnt of a badge's strength: from seconds of walking, told when it changes, and begun with the next time.
import { describe, expect, it } from 'vitest'
import { floorOf, siteRows } from './a-site.ts'
import { createDeviceStore } from './device-store.ts'
import { LearntStrength, type Strength } from './learnt-strength.ts'
import { compileSite } from './site-model.ts'
import type { SiteRows } from './site-queries.ts'

const startMs = 1_700_000_000_000

/** Twice a second; answers everything that was to be stored. */
function follow(strength: LearntStrength, seconds: number, beliefDb: number, { from = 0, isWalking = true } = {}) {
  const stored: Strength[] = []
  for (let half = 0; half <= 2 * seconds; half++) {
    strength.add(beliefDb, startMs + from * 1000 + half * 500, isWalking)
    stored.push(...[strength.takeReport() ?? []].flat())
  }
  return stored
}

describe('LearntStrength', () => {
  it('is sure after a minute of walking, and says so once', () => {
    const strength = new LearntStrength()
    const stored = follow(strength, 240, -6)
    expect(stored.map(({ db }) => db)).toEqual(Array.from(stored, () => -6))
    expect(stored.length).toBeLessThanOrEqual(3)
    expect(stored[0]!.sureDb).toBeLessThanOrEqual(3)
    expect(strength.startDb).toBeLessThan(-5)
  })

  it('learns little of a badge that rests', () => {
    expect(follow(new LearntStrength(), 60, -6, { isWalking: false })).toEqual([])
  })

  it('tells nothing new while nothing changes, and a change in time', () => {
    const strength = new LearntStrength({ db: -6, sureDb: 1 })
    expect(follow(strength, 300, -6.4)).toEqual([])
    const [first] = follow(strength, 300, -12, { from: 300 })
    expect(first!.db).toBeLessThanOrEqual(-7)
    expect(strength.now.db).toBeLessThan(-8)
  })

  it('is less sure of a strength that wanders', () => {
    const [steady, wandering] = [new LearntStrength(), new LearntStrength()]
    follow(steady, 120, 0)
    for (let half = 0; half <= 240; half++) wandering.add(half % 40 < 20 ? -6 : 6, startMs + half * 500, true)
    expect(wandering.now.sureDb).toBeGreaterThan(2 * steady.now.sureDb)
  })

  it('is taken for granted by nobody: the less sure, the less is begun with', () => {
    expect(new LearntStrength({ db: -8, sureDb: 1 }).startDb).toBeLessThan(-7)
    expect(new LearntStrength({ db: -8, sureDb: 5.9 }).startDb).toBeGreaterThan(-1)
    expect(new LearntStrength().startDb).toBe(0)
  })
})

describe('a badge that appears', () => {
  it('begins as strong as it was, until its power is set to another', () => {
    const devices = createDeviceStore()
    const carrier = { ...siteRows().carriers[0]!, strength: { db: -8, sureDb: 1 } }
    const device = devices.of(carrier)
    expect(device.track.strengthDb).toBeLessThan(-7)
    expect(devices.of({ ...carrier, strength: { db: -3, sureDb: 1 } }).track.strengthDb).toBeLessThan(-7)
    expect(devices.of({ ...carrier, referenceDbm: -67 }).track.strengthDb).toBe(0)
  })

  it('is heard by its weakest links too where a survey knows them, however strong it was', () => {
    const weakerOn = (calibration: SiteRows['floors'][number]['calibration']) => {
      const rows = siteRows()
      const site = compileSite({ ...rows, floors: rows.floors.map((floor) => ({ ...floor, calibration })) }, null)
      const { track } = createDeviceStore().of({ ...rows.carriers[0]!, strength: { db: 3, sureDb: 0.5 } })
      const shown = { xM: 20, yM: 15, at: startMs, movedAt: null, method: 'grid' as const, accuracyM: 3 }
      track.resume({ floor: floorOf(site, 0), ...shown })
      return track.weakerDb
    }
    const survey = {
      version: 1,
      referencePowerDbm: -59,
      pathLoss: 2,
      receiverOffsets: [],
      residualMaps: {},
      sigmaDb: 4,
    }
    expect(weakerOn(survey)).toBeGreaterThan(6)
    expect(weakerOn(null)).toBe(0)
  })
})
