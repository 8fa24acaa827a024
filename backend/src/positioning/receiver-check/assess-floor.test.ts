import { describe, expect, it } from 'vitest'
import { aSite, floorOf, strengthsAt } from '../a-site.ts'
import type { SiteModel } from '../site-model.ts'
import { createNoise } from '../solvers/a-radio-scene.ts'
import { assessFloor } from './assess-floor.ts'
import { createStrengthLog } from './strength-log.ts'

/** As many as the log keeps of the recent past, and enough older ones. */
const seconds = { well: 900, after: 300 }

type Fault = { receiver: number; lostDb: number; isOffline?: boolean }

/** A badge somewhere every second; after a quarter of an hour something happens to a receiver. */
function logOf(site: SiteModel, fault: Fault | null, noiseDb = 4) {
  const [floor, log, noise, anywhere] = [
    floorOf(site, 0),
    createStrengthLog(),
    createNoise(5, noiseDb),
    createNoise(9, 1),
  ]
  const between = (most: number) => most / 2 + Math.max(-0.45, Math.min(0.45, anywhere() / 3)) * most
  for (let second = 0; second < seconds.well + seconds.after; second++) {
    const place = [between(floor.widthM), between(floor.heightM)] as const
    const bad = fault && second >= seconds.well ? floor.receivers[fault.receiver] : undefined
    const heard = strengthsAt(site, 0, ...place).flatMap(({ receiver, rssi }): [typeof receiver, number][] => {
      const strength = rssi + noise() - (receiver === bad ? fault!.lostDb : 0)
      return strength > -95 && !(receiver === bad && fault!.isOffline) ? [[receiver, strength]] : []
    })
    const isOnline = (receiver: (typeof floor.receivers)[number]) => receiver !== bad || !fault!.isOffline
    log.note(floor, { referenceDbm: floor.referenceDbm, heard: new Map(heard), isOnline }, second * 1000)
  }
  return { floor, rows: log.rows(floor) }
}

async function judged(fault: Fault | null) {
  const { floor, rows } = logOf(aSite(), fault)
  return assessFloor(floor, rows)
}

describe('judgeFloor', () => {
  it('accuses nobody on a floor that is well', async () => {
    const found = await judged(null)
    expect(found.map(({ verdict }) => verdict)).toEqual(found.map(() => 'fine'))
  })
  it.each([0, 3, 6])('names receiver %i and no other when it lost 12 dB', async (receiver) => {
    const found = await judged({ receiver, lostDb: 12 })
    expect(found.flatMap(({ against }, i) => (against ? [i] : []))).toEqual([receiver])
    expect(found[receiver]!.verdict).toBe('weaker')
    expect(found[receiver]!.changeDb).toBeGreaterThan(-17)
    expect(found[receiver]!.changeDb).toBeLessThan(-8)
  })
  it('names one that became stronger', async () => {
    expect((await judged({ receiver: 3, lostDb: -12 }))[3]!.verdict).toBe('stronger')
  })
  it.each([4, 6])('does not accuse the neighbours from which receiver %i draws the badges away', async (receiver) => {
    const found = await judged({ receiver, lostDb: -25 })
    expect(found.flatMap(({ against }, i) => (against ? [i] : []))).toEqual([receiver])
  })
  it('says nothing of a receiver that is offline: its silence is no weakness', async () => {
    expect((await judged({ receiver: 3, lostDb: 0, isOffline: true }))[3]!.verdict).toBe('unknown')
  })
  it('says nothing before anything was heard', async () => {
    const floor = floorOf(aSite(), 0)
    const found = await assessFloor(floor, { recent: [], past: [] })
    expect(found.map(({ verdict }) => verdict)).toEqual(floor.receivers.map(() => 'unknown'))
  })
})

describe('the log of strengths', () => {
  it('takes one badge a second and floor, and keeps a bounded number of them', () => {
    const { floor, rows } = logOf(aSite(), null)
    expect([rows.recent.length, rows.past.length]).toEqual([300, 180])
    const log = createStrengthLog()
    const nothing = { referenceDbm: -59, heard: new Map(), isOnline: () => true }
    expect(log.isDue(floor, 5000)).toBe(true)
    log.note(floor, nothing, 5000)
    expect([log.isDue(floor, 5900), log.isDue(floor, 6000)]).toEqual([false, true])
    for (let i = 0; i < 5000; i++) log.note(floor, nothing, i * 1000)
    expect([log.rows(floor).recent.length, log.rows(floor).past.length]).toEqual([300, 300])
  })
})
