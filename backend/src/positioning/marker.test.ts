// What a watcher sees of one badge: its marker never jumps through the building and never moves back in time, whatever the
// gateways do to order, clocks and copies.
import { describe, expect, it } from 'vitest'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { createAmbientDevices } from '../ingest/ambient/ambient-devices.ts'
import type { Reading } from '../ingest/reading.ts'
import { aSite, strengthsAt } from './a-site.ts'
import { emptyBatch } from './batch.ts'
import { runPipeline } from './pipeline.ts'
import { createPositioningMemory, positioningSteps } from './positioning-steps.ts'
import type { StoredPosition } from './position-queries.ts'
import { createNoise } from './solvers/a-radio-scene.ts'

const startMs = 1_700_000_000_000
const badge = 'aa0000000001'
/** Half seconds after which a badge has not just appeared. */
const settled = 20

/** Half a second of a badge at a place. */
type Window = { level: number; x: number; y: number }

/** Walks the badge through the pipeline; `spoil` does to the readings of a window what gateways do. */
function watch(
  windows: readonly Window[],
  spoil: (readings: Reading[], index: number) => Reading[],
  liveLagSeconds = 0,
  stored: StoredPosition[] = [],
): PositionEntry[] {
  const { ble, ...rest } = aSite()
  const site = { ...rest, ble: { ...ble, liveLagSeconds } }
  let seq = 0
  const steps = positioningSteps({
    memory: createPositioningMemory(),
    ambient: createAmbientDevices({ makerOf: () => null }),
    writer: { add: (entries) => void stored.push(...entries), addBatteries() {} },
    publisher: { publish() {} },
    nextSeq: () => ++seq,
    mostDue: Infinity,
  })
  const noise = createNoise(5, 4)
  return windows.flatMap(({ level, x, y }, index) => {
    const now = startMs + index * 500
    const readings = strengthsAt(site, level, x, y).map(({ receiver, rssi }) => {
      return { transmitterId: badge, receiverId: receiver.receiverId, rssi: rssi + noise(), at: now, arrivedAt: now }
    })
    return runPipeline(steps, emptyBatch(now, site, spoil(readings, index)), (step, error) => {
      throw new Error(step, { cause: error })
    }).entries
  })
}

/** Along a corridor at 1.2 m/s, up the stairs, and back. */
const walk: Window[] = Array.from({ length: 120 }, (_, i) => {
  return i < 50 ? { level: 0, x: 4 + i * 0.6, y: 15 } : { level: 1, x: 34 - (i - 50) * 0.45, y: 15 }
})

const spoiled: Record<string, (readings: Reading[], index: number) => Reading[]> = {
  'nothing is wrong': (readings) => readings,
  'readings come late and in any order': (readings, index) =>
    readings.map((reading, k) => ({ ...reading, at: reading.at - ((k * 911 + index * 577) % 4000) })).reverse(),
  'a receiver has a clock that is ahead': (readings) =>
    readings.map((reading, k) => (k % 3 ? reading : { ...reading, at: reading.at + 3000 })),
  'everything comes twice and one strength is a reflection': (readings, index) => {
    const last = readings.length - 1
    const odd = readings.map((reading, k) => (k === last && index % 7 === 0 ? { ...reading, rssi: -40 } : reading))
    return [...odd, ...odd]
  },
}

describe('the marker of a badge', () => {
  const cases = Object.entries(spoiled).flatMap(([name, spoil]) => [0, 2].map((lag) => ({ name, spoil, lag })))
  it.each(cases)('keeps its pace and its direction in time when $name, $lag s late', ({ spoil, lag }) => {
    const seen = watch(walk, spoil, lag)
    expect(seen.length).toBeGreaterThan(80)
    expect(new Set(seen.map(({ floorId }) => floorId)).size).toBe(2)
    const { maximumSpeedMps } = aSite().ble
    for (const [i, entry] of seen.slice(1).entries()) {
      const before = seen[i]!
      const seconds = Math.max(0.5, (entry.timestamp - before.timestamp) / 1000)
      expect(entry.timestamp).toBeGreaterThanOrEqual(before.timestamp)
      expect(entry.seq).toBeGreaterThan(before.seq)
      const { xM, yM } = entry.position
      // The first guess may be corrected within its circle; two centimetres for rounding.
      const guessedM = i < settled ? before.accuracyM : 0
      expect(Math.hypot(xM - before.position.xM, yM - before.position.yM)).toBeLessThan(
        maximumSpeedMps * seconds + guessedM + 0.02,
      )
    }
  })
  it('is closer to where the badge was when it waits for what comes after', () => {
    const nothing = (readings: Reading[]) => readings
    const errorM = (entries: readonly PositionEntry[], lag: number) => {
      const errors = entries.slice(settled, 48).map(({ position: { xM, yM }, timestamp }) => {
        const { x, y } = walk[(timestamp - startMs) / 500 - 2 * lag]!
        return Math.hypot(xM - x, yM - y)
      })
      return errors.reduce((sum, error) => sum + error, 0) / errors.length
    }
    expect(errorM(watch(walk, nothing, 2), 2)).toBeLessThan(0.9 * errorM(watch(walk, nothing), 0))
  })

  // holds rules 10-5
  it('waits alone: floor, zone, time and what the history keeps are as without', () => {
    const [stored, late]: [StoredPosition[], StoredPosition[]] = [[], []]
    const nothing = (readings: Reading[]) => readings
    watch(walk, nothing, 0, stored)
    watch(walk, nothing, 2, late)
    const known = ({ floorId, zoneId, timestamp, seq, insideProbability }: StoredPosition) => {
      return { floorId, zoneId, timestamp, seq, insideProbability }
    }
    expect(late.map(known)).toEqual(stored.map(known))
    expect(late.map(({ past }) => past?.position)).toEqual(stored.map(({ position }) => position))
    expect(late.map(({ position }) => position)).not.toEqual(stored.map(({ position }) => position))
  })
})
