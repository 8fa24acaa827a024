// The world is deterministic and believable: people walk at walking speed, through doors only, and the radio scatters as measured.
import { describe, expect, it } from 'vitest'
import { createDemoSite } from './demo-site.ts'
import { createHeadOffice } from './building/head-office.ts'
import { roomAt } from './building/model.ts'
import { remainingPct } from './gateways/battery.ts'
import { crosses } from './radio/propagation.ts'
import { topSpeed } from './walkers/walker.ts'
import { createWorld, type Truth } from './world.ts'

const building = createHeadOffice()
const run = (seed: number, windows: number, options: Partial<Parameters<typeof createWorld>[0]> = {}) => {
  const world = createWorld({ seed, ...options })
  return Array.from({ length: windows }, (_, i) => world.tick({ seconds: 1, nowMs: 1_000_000 + i * 1000 }))
}

/** Consecutive truths of every badge, a fifth of a second apart. */
function steps(seed: number, count: number): { before: Truth; after: Truth }[] {
  const world = createWorld({ seed })
  let last = world.truth()
  const found: { before: Truth; after: Truth }[] = []
  for (let i = 0; i < count; i++) {
    world.tick({ seconds: 0.2, nowMs: i * 200 })
    const next = world.truth()
    next.forEach((after, k) => found.push({ before: last[k]!, after }))
    last = next
  }
  return found
}

describe('createWorld', () => {
  it('is the same for the same seed', () => {
    expect(run(3, 20)).toEqual(run(3, 20))
  })

  it('is another for another seed', () => {
    expect(run(3, 2)).not.toEqual(run(4, 2))
  })

  it('is alive from the first window: nearly everybody is heard and somebody walks', () => {
    const world = createWorld({ seed: 7 })
    const [first, second] = [world.tick({ seconds: 1, nowMs: 1000 }), world.tick({ seconds: 1, nowMs: 2000 })]
    const truth = world.truth()
    const heard = new Set([...first, ...second].map(({ transmitterId }) => transmitterId))
    expect(heard.size / truth.filter(({ present }) => present).length).toBeGreaterThan(0.95)
    expect(truth.filter(({ moving }) => moving).length).toBeGreaterThanOrEqual(4)
    expect(new Set(truth.map(({ floor }) => floor)).size).toBe(2)
  })

  it('keeps everyone inside a room of the plan', () => {
    for (const { after } of steps(5, 300)) {
      expect(after.xM >= 0 && after.xM <= building.widthM && after.yM >= 0 && after.yM <= building.heightM).toBe(true)
    }
  })

  it('lets nobody exceed walking speed', () => {
    const sameFloor = steps(5, 600).filter(({ before, after }) => before.floor === after.floor)
    const fastest = Math.max(
      ...sameFloor.map(({ before, after }) => Math.hypot(after.xM - before.xM, after.yM - before.yM) / 0.2),
    )
    expect(fastest).toBeLessThanOrEqual(topSpeed + 1e-6)
    expect(fastest).toBeGreaterThan(0.8)
  })

  it('lets nobody walk through a wall', () => {
    const moves = steps(9, 500).filter(
      ({ before, after }) => before.floor === after.floor && before.room === after.room,
    )
    expect(moves.length).toBeGreaterThan(5_000)
    const through = moves.filter(({ before, after }) => {
      const level = after.floor === 'ground' ? 0 : 1
      return building.walls.some(
        (wall) => wall.level === level && crosses(wall, before.xM, before.yM, after.xM, after.yM),
      )
    })
    expect(through).toEqual([])
  })

  it('says truthfully which room a resting badge is in', () => {
    for (const { after } of steps(11, 50).filter(({ after }) => !after.moving && after.room !== 'g-forecourt')) {
      const level = after.floor === 'ground' ? 0 : 1
      expect(roomAt(building.rooms, level, after.xM, after.yM)?.key).toBe(after.room)
    }
  })
})

describe('the radio', () => {
  it('scatters a resting badge by about three decibels', () => {
    const world = createWorld({ seed: 7 })
    const links = new Map<string, number[]>()
    for (let i = 0; i < 40; i++) {
      const resting = new Set(
        world
          .truth()
          .filter(({ moving, present }) => !moving && present)
          .map(({ transmitterId }) => transmitterId),
      )
      for (const { transmitterId, rssiSignature } of world.tick({ seconds: 0.5, nowMs: i })) {
        for (const { receiverId, rssi } of resting.has(transmitterId) ? rssiSignature : []) {
          // Weak links are cut off by the noise floor, which would hide their scatter.
          if (rssi > -80)
            links.set(`${transmitterId} ${receiverId}`, [...(links.get(`${transmitterId} ${receiverId}`) ?? []), rssi])
        }
      }
    }
    const spreads = [...links.values()].filter((values) => values.length >= 20).map(deviation)
    expect(spreads.length).toBeGreaterThan(50)
    const middle = spreads.sort((a, b) => a - b)[Math.floor(spreads.length / 2)]!
    expect(middle).toBeGreaterThan(1.5)
    expect(middle).toBeLessThan(4.5)
  })

  it('hears a badge best on its own floor and lets several receivers hear it', () => {
    const world = createWorld({ seed: 7 })
    const raddecs = world.tick({ seconds: 2, nowMs: 1 })
    const counts = raddecs.map(({ rssiSignature }) => rssiSignature.length).sort((a, b) => a - b)
    expect(counts[Math.floor(counts.length / 2)]).toBeGreaterThanOrEqual(4)
    for (const { rssiSignature } of raddecs) {
      const strengths = rssiSignature.map(({ rssi }) => rssi)
      expect(strengths).toEqual([...strengths].sort((a, b) => b - a))
      for (const rssi of strengths) expect(Number.isInteger(rssi) && rssi > -110 && rssi < -20).toBe(true)
    }
  })
})

describe('batteries', () => {
  it('are reported by everyone on site, as the site file has them at first', () => {
    const world = createWorld({ seed: 7 })
    const site = createDemoSite({ seed: 7 })
    const charge = new Map(
      [...site.people, ...site.assets].map(({ transmitterId, batteryPct }) => [transmitterId, batteryPct]),
    )
    const reports = world.batteries(5)
    expect(reports.length).toBe(world.truth().filter(({ present }) => present).length)
    for (const { deviceId, batteryPercentage } of reports) expect(batteryPercentage).toBe(charge.get(deviceId))
  })

  it('drain with time and never below one percent', () => {
    expect(remainingPct(80, 0)).toBe(80)
    expect(remainingPct(80, 30 * 86_400)).toBe(70)
    expect(remainingPct(5, 900 * 86_400)).toBe(1)
  })
})

describe('faults', () => {
  it('silences dead receivers and flat badges', () => {
    const [healthy] = run(7, 1)
    const badge = healthy![0]!.transmitterId
    const receiver = healthy![0]!.rssiSignature[0]!.receiverId
    const faults = { deadReceivers: new Set([receiver]), silentBadges: new Set([badge]) }
    const sick = run(7, 5, { faults }).flat()
    expect(sick.some(({ transmitterId }) => transmitterId === badge)).toBe(false)
    expect(sick.some(({ rssiSignature }) => rssiSignature.some(({ receiverId }) => receiverId === receiver))).toBe(
      false,
    )
  })

  it('repeats and delays the asked share', () => {
    const all = run(7, 60, { faults: { duplicates: 0.1, late: 0.05 } }).flatMap((window, i) =>
      window.map((raddec) => ({ raddec, now: 1_000_000 + i * 1000 })),
    )
    const late = all.filter(({ raddec, now }) => now - raddec.timestamp > 5000)
    expect(late.length / all.length).toBeGreaterThan(0.02)
    expect(late.length / all.length).toBeLessThan(0.1)
    const keys = all.map(({ raddec }) => JSON.stringify(raddec))
    expect(1 - new Set(keys).size / keys.length).toBeGreaterThan(0.05)
  })
})

function deviation(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / (values.length - 1))
}
