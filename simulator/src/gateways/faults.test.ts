// Every fault does what its setting says, and the settings choose by the seed.
import { describe, expect, it } from 'vitest'
import { Settings } from '../config.ts'
import { createDemoSite } from '../demo-site.ts'
import { createWorld } from '../world.ts'
import { chosenFaults } from './chosen-faults.ts'
import type { Faults } from './faults.ts'

const startMs = 1_000_000
const site = createDemoSite({ seed: 7 })
const asked = (settings: Record<string, number>) =>
  chosenFaults(Settings.parse({ INGEST_KEY: 'key', SIMULATOR_DUPLICATES: 0, SIMULATOR_LATE: 0, ...settings }), site)
const run = (seconds: number, faults: Faults, employees?: number) => {
  const world = createWorld({ seed: 7, employees, faults, receiversAdvertise: true })
  return Array.from({ length: seconds }, (_, i) => world.tick({ seconds: 1, nowMs: startMs + (i + 1) * 1000 }))
}

describe('faults', () => {
  it('are chosen by the seed, in the number asked for', () => {
    const settings = { SIMULATOR_DEAD_RECEIVERS: 3, SIMULATOR_FLAT_BATTERIES: 4, SIMULATOR_CLOCK_SKEW: 3 }
    const faults = asked(settings)
    expect(faults).toEqual(asked(settings))
    expect(faults.deadReceivers?.size).toBe(3)
    expect(faults.flatBadges?.size).toBe(4)
    expect([...(faults.skewedReceivers ?? [])]).toEqual([[expect.any(String), 3000]])
  })

  it('leave everything as it is when none is asked for', () => {
    expect(run(5, asked({}))).toEqual(run(5, {}))
  })

  it('take a dead receiver off the air altogether', () => {
    const faults = asked({ SIMULATOR_DEAD_RECEIVERS: 2 })
    const raddecs = run(12, faults).flat()
    const named = new Set(
      raddecs.flatMap(({ transmitterId, rssiSignature }) => [
        transmitterId,
        ...rssiSignature.map(({ receiverId }) => receiverId),
      ]),
    )
    for (const receiverId of faults.deadReceivers!) expect(named.has(receiverId)).toBe(false)
  })

  it('let a failing receiver hear nothing for four minutes, and then again', () => {
    const faults = asked({ SIMULATOR_FAILING_RECEIVERS: 1 })
    const [receiver] = [...faults.failingReceivers!]
    const world = createWorld({ seed: 7, employees: 1, faults, receiversAdvertise: true })
    const isHeard = (seconds: number) =>
      world
        .tick({ seconds, nowMs: 1 })
        .some(({ rssiSignature }) => rssiSignature.some(({ receiverId }) => receiverId === receiver))
    expect([isHeard(110), isHeard(20), isHeard(220), isHeard(20)]).toEqual([true, false, false, true])
  })

  it('let a flat badge report its last percent and fall silent after three minutes', () => {
    const badge = site.people[0]!.transmitterId
    const world = createWorld({ seed: 7, employees: 1, faults: { flatBadges: new Set([badge]) } })
    const says = () => world.batteries(1).find(({ deviceId }) => deviceId === badge)?.batteryPercentage
    const isHeard = (seconds: number) => {
      const window = world.tick({ seconds, nowMs: 1 })
      return window.some(({ transmitterId }) => transmitterId === badge)
    }
    expect(isHeard(170)).toBe(true)
    expect(says()).toBe(1)
    expect(isHeard(20)).toBe(false)
    expect(says()).toBeUndefined()
  })

  it('put the clock of one receiver wrong and of no other', () => {
    const faults = asked({ SIMULATOR_CLOCK_SKEW: -30 })
    const [skewed] = [...faults.skewedReceivers!.keys()]
    const window = run(1, faults)[0]!
    const times = (isSkewed: boolean) =>
      new Set(
        window
          .filter(({ rssiSignature }) => rssiSignature.some(({ receiverId }) => receiverId === skewed) === isSkewed)
          .map(({ timestamp }) => timestamp),
      )
    expect(times(true)).toEqual(new Set([startMs + 1000 - 30_000]))
    expect(times(false)).toEqual(new Set([startMs + 1000]))
  })

  it('hold readings back and send them at once, losing none', () => {
    const [steady, burst] = [run(20, {}, 1), run(20, asked({ SIMULATOR_BURST: 5 }), 1)]
    expect(burst.filter((window) => window.length > 0)).toHaveLength(4)
    expect(burst.flat()).toEqual(steady.flat())
  })

  it('are silent for the first seconds of every minute', () => {
    const windows = run(125, asked({ SIMULATOR_SILENCE: 10 }), 1)
    const silent = windows.flatMap((window, i) => (window.length === 0 ? [i + 1] : []))
    const seconds = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)
    expect(silent).toEqual([...seconds(1, 9), ...seconds(60, 69), ...seconds(120, 125)])
  })
})
