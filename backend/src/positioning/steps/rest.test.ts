// What is gathered of badges at rest, by the whole pipeline: what was heard where somebody stood, and nothing of the way there and on.
import { describe, expect, it } from 'vitest'
import { createAmbientDevices } from '../../ingest/ambient/ambient-devices.ts'
import type { Reading } from '../../ingest/reading.ts'
import { aSite, floorOf, siteRows, strengthsAt } from '../a-site.ts'
import { emptyBatch } from '../batch.ts'
import { restSeconds } from '../calibration/rests/rest.ts'
import { runPipeline } from '../pipeline.ts'
import { createPositioningMemory, positioningSteps } from '../positioning-steps.ts'
import type { FloorRest } from '../rest-memory.ts'
import { compileSite, type SiteModel } from '../site-model.ts'

const startMs = 1_700_000_000_000
const badge = 'aa0000000001'
const desk = { x: 9, y: 8 }

interface Moment {
  x: number
  y: number
  level?: number
  /** Readings of this second as they come. */
  spoil?: (readings: Reading[]) => Reading[]
  site?: SiteModel
}

/** A second for each moment; the badges stand at the same place. */
function gather(moments: readonly (Moment | null)[], { badges = [badge], site = aSite() } = {}): FloorRest[] {
  const memory = createPositioningMemory()
  const steps = positioningSteps({
    memory,
    ambient: createAmbientDevices({ makerOf: () => null }),
    writer: { add() {}, addBatteries() {} },
    publisher: { publish() {} },
    nextSeq: () => 1,
    mostDue: Infinity,
  })
  for (const [second, moment] of moments.entries()) {
    const now = startMs + second * 1000
    const here = moment?.site ?? site
    const readings = moment ? badges.flatMap((id) => readingsOf(id, here, moment, now)) : []
    const batch = emptyBatch(now, here, moment?.spoil?.(readings) ?? readings)
    runPipeline(steps, batch, (step, error) => {
      throw new Error(step, { cause: error })
    })
  }
  return memory.rests.takeFinished()
}

function readingsOf(transmitterId: string, site: SiteModel, { x, y, level = 0 }: Moment, now: number): Reading[] {
  return strengthsAt(site, level, x, y).map(({ receiver: { receiverId }, rssi }) => {
    return { transmitterId, receiverId, rssi, at: now, arrivedAt: now }
  })
}

const standing = (seconds: number, moment: Moment = desk) => Array.from({ length: seconds }, () => moment)
const walking = Array.from({ length: 24 }, (_, i) => ({ x: desk.x + i * 1.2, y: desk.y }))
/** Long enough that whoever is gone is missed. */
const nothing = Array.from({ length: 25 }, () => null)

describe('a badge that stays somewhere', () => {
  it('tells what receivers of its floor heard there, and nothing of the way on', () => {
    const [rest, ...others] = gather([...standing(90), ...walking, ...nothing])
    expect(others).toEqual([])
    expect(rest).toMatchObject({ transmitterId: badge, floorId: 'floor-0', layout: floorOf(aSite(), 0).layout })
    expect(rest!.seconds).toBeGreaterThanOrEqual(restSeconds.least)
    expect(rest!.endedAt).toBeLessThan(startMs + 90_000)
    const there = new Map(
      strengthsAt(aSite(), 0, desk.x, desk.y).map(({ receiver, rssi }) => [receiver.receiverId, rssi]),
    )
    expect(rest!.heard.map(({ receiverId }) => receiverId)).toEqual(
      floorOf(aSite(), 0).receivers.map(({ receiverId }) => receiverId),
    )
    for (const { receiverId, rssi, count } of rest!.heard) {
      expect(rssi).toBeCloseTo(there.get(receiverId)!, 1)
      expect(count).toBe(rest!.seconds)
    }
  })

  it('counts a reading once that comes twice', () => {
    const twice = standing(90, { ...desk, spoil: (readings) => [...readings, ...readings] })
    const [rest] = gather([...twice, ...nothing])
    expect(rest!.heard.map(({ count }) => count)).toEqual(rest!.heard.map(() => rest!.seconds))
  })

  it('is too little for a rest when it passes through', () => {
    expect(gather([...standing(45), ...walking, ...nothing])).toEqual([])
  })

  it('is several rests when it stays for long', () => {
    const rests = gather([...standing(800), ...nothing])
    expect(rests.length).toBeGreaterThanOrEqual(2)
    expect(rests[0]!.seconds).toBe(restSeconds.most)
    for (const { seconds } of rests) expect(seconds).toBeLessThanOrEqual(restSeconds.most)
  })

  it('has ended where it fell silent for a while, or the floor became another one', () => {
    const [before, ...after] = gather([...standing(90), ...nothing, ...standing(90), ...nothing])
    expect([before!.endedAt < startMs + 90_000, after.length]).toEqual([true, 1])
    const rows = siteRows()
    rows.receivers[0]!.x += 20
    const moved = compileSite(rows, null)
    const rests = gather([...standing(90), ...standing(120, { ...desk, site: moved }), ...nothing])
    expect(rests.map(({ layout }) => layout)).toEqual([floorOf(aSite(), 0).layout, floorOf(moved, 0).layout])
  })
})

describe('a receiver', () => {
  const [first, second] = floorOf(aSite(), 0).receivers.map(({ receiverId }) => receiverId)
  const deafTo = (id: string | undefined, keepsUp: boolean) => (readings: Reading[]) =>
    readings.flatMap((reading) => {
      if (reading.receiverId !== id) return [reading]
      return keepsUp ? [{ ...reading, transmitterId: 'bb0000000000' }] : []
    })

  it('that listens and hears nothing says so', () => {
    const [rest] = gather([...standing(90, { ...desk, spoil: deafTo(first, true) }), ...nothing])
    expect(rest!.heard.find(({ receiverId }) => receiverId === first)).toEqual({
      receiverId: first,
      rssi: null,
      count: 0,
    })
  })

  it('that did not listen all the while says nothing', () => {
    const moments = [...standing(45), ...standing(45, { ...desk, spoil: deafTo(second, false) })]
    const [rest] = gather([...moments, ...nothing])
    const ids = rest!.heard.map(({ receiverId }) => receiverId)
    expect(ids).toContain(first)
    expect(ids).not.toContain(second)
  })
})

describe('of many badges at rest', () => {
  const badges = Array.from({ length: 20 }, (_, i) => `aa00000000${String(i).padStart(2, '0')}`)
  const site = (entityType: 'employee' | 'standalone') => {
    const rows = siteRows()
    const [{ ...carrier }] = rows.carriers as [(typeof rows.carriers)[number]]
    return compileSite(
      { ...rows, carriers: badges.map((transmitterId) => ({ ...carrier, transmitterId, entityType })) },
      null,
    )
  }

  it('one begins every ten seconds, each time another one', () => {
    const rests = gather([...standing(250), ...nothing], { badges, site: site('employee') })
    expect(rests.length).toBeGreaterThan(12)
    expect(rests.length).toBeLessThanOrEqual(25)
    expect(new Set(rests.map(({ transmitterId }) => transmitterId)).size).toBe(rests.length)
  })

  it('those that nobody carries tell nothing', () => {
    expect(gather([...standing(90), ...nothing], { badges, site: site('standalone') })).toEqual([])
  })
})
