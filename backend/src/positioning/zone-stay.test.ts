// Zones are entered and left with hysteresis; their probability is the mass of the belief inside them.
import { defaultSettings } from '@rollcall/contracts/domains/settings'
import { describe, expect, it } from 'vitest'
import { aSite, floorOf, siteRows, strengthsAt } from './a-site.ts'
import { compileSite } from './site-model.ts'
import { GridFilter } from './solvers/grid-filter.ts'
import { contains } from './polygon.ts'
import { whereOnFloor } from './zone-probability.ts'
import { ZoneStay } from './zone-stay.ts'

const { ble } = defaultSettings
const estimate = { method: 'trilateration', accuracyM: 3, spreadM: 1.2, receiverCount: 4 } as const

describe('ZoneStay', () => {
  it('knows afterwards when a zone was entered and left', () => {
    const stay = new ZoneStay()
    const look = (second: number, left: number) => stay.update(new Map([['left', left]]), second * 1000, ble)
    expect([10, 11, 12].map((second) => look(second, 0.9))).toEqual([null, null, 'left'])
    expect(stay.since).toBe(10_000)
    expect([20, 21, 22, 23, 24].map((second) => look(second, 0.1)).at(-1)).toBeNull()
    expect(stay.since).toBe(20_000)
  })

  // holds rules 10-3
  it('enters after two seconds above 0.6 and leaves after four below 0.3', () => {
    const stay = new ZoneStay()
    const seen: (string | null)[] = []
    const probabilities = [0.7, 0.7, 0.7, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2]
    probabilities.forEach((p, second) => seen.push(stay.update(new Map([['left', p]]), second * 1000, ble)))
    expect(seen).toEqual([null, null, 'left', 'left', 'left', 'left', 'left', 'left', null])
  })

  it('is not moved by one improbable update', () => {
    const stay = new ZoneStay()
    for (let second = 0; second < 5; second++) stay.update(new Map([['left', 0.9]]), second * 1000, ble)
    expect(stay.update(new Map([['right', 0.9]]), 5000, ble)).toBe('left')
    expect(stay.update(new Map([['left', 0.9]]), 6000, ble)).toBe('left')
  })

  it('goes straight from one zone to the next', () => {
    const stay = new ZoneStay()
    for (let second = 0; second < 5; second++) stay.update(new Map([['left', 0.9]]), second * 1000, ble)
    const after = [5, 6, 7].map((second) => stay.update(new Map([['right', 0.9]]), second * 1000, ble))
    expect(after).toEqual(['left', 'left', 'right'])
  })

  it('says how likely its zone is, and in none which is the likeliest, without going to and fro', () => {
    const stay = new ZoneStay()
    stay.update(
      new Map([
        ['left', 0.4],
        ['right', 0.3],
      ]),
      0,
      ble,
    )
    expect([stay.nearId, stay.probability]).toEqual(['left', null])
    stay.update(
      new Map([
        ['left', 0.5],
        ['right', 0.2],
      ]),
      500,
      ble,
    )
    expect(stay.nearId).toBe('left')
    stay.update(
      new Map([
        ['left', 0.3],
        ['right', 0.5],
      ]),
      1000,
      ble,
    )
    expect(stay.nearId).toBe('left')
    stay.update(new Map([['left', 0.01]]), 1500, ble)
    expect(stay.nearId).toBeNull()
    for (let second = 2; second < 6; second++) stay.update(new Map([['left', 0.9]]), second * 1000, ble)
    expect([stay.nearId, stay.probability]).toEqual([null, 0.9])
  })

  it('is never in a zone of another floor', () => {
    const stay = new ZoneStay()
    for (let second = 0; second < 5; second++) stay.update(new Map([['below', 0.9]]), second * 1000, ble)
    stay.comeTo(['below', 'beside'], 5000)
    expect(stay.update(new Map([['beside', 0.9]]), 5000, ble)).toBe('below')
    stay.comeTo(['above'], 6000)
    expect(stay.update(new Map([['above', 0.9]]), 6000, ble)).toBeNull()
  })

  it('is in the smallest probable zone of several in one another, and falls back to the one around it', () => {
    const stay = new ZoneStay()
    const after = (core: number, room: number, from: number) =>
      [0, 1, 2, 3]
        .map((second) => stay.update(new Map(Object.entries({ core, room })), (from + second) * 1000, ble))
        .at(-1)
    expect(after(0.9, 0.4, 0)).toBe('core')
    expect(after(0.9, 0.7, 10)).toBe('room')
    expect(after(0.9, 0.4, 20)).toBe('room')
    expect(after(0.9, 0.2, 30)).toBe('core')
  })
})

describe('whereOnFloor', () => {
  const site = aSite()
  const floor = floorOf(site, 0)

  it('sums the samples around a point, half and half on the border', () => {
    const inside = whereOnFloor(floor, { ...estimate, xM: 10, yM: 15 }, null).zones()
    expect(inside.get('left')).toBeCloseTo(1, 5)
    const border = whereOnFloor(floor, { ...estimate, xM: 20, yM: 15 }, null).zones()
    expect(border.get('left')).toBeCloseTo(0.5, 1)
    expect(border.get('right')).toBeCloseTo(0.5, 1)
  })

  it('sums the belief of the grid filter', () => {
    const filter = new GridFilter(floor.grid)
    const heard = strengthsAt(site, 0, 30, 15).filter(({ receiver }) => receiver.floor === floor)
    for (let i = 0; i < 4; i++) filter.update(heard, -59, 1)
    expect(
      whereOnFloor(floor, { ...estimate, xM: 30, yM: 15 }, filter)
        .zones()
        .get('right'),
    ).toBeGreaterThan(0.9)
  })
})

describe('a badge that rests', () => {
  it('is rather in a room than in the corridor before it, which it passes when it walks', () => {
    const rows = siteRows()
    const corridor = { ...rows.zones[0]!, name: 'Corridor' }
    const floor = floorOf(compileSite({ ...rows, zones: [corridor, rows.zones[1]!] }, null), 0)
    const look = (isStill: boolean) => whereOnFloor(floor, { ...estimate, xM: 19, yM: 15 }, null).zones({ isStill })
    expect(look(false).get('left')).toBeGreaterThan(0.6)
    expect(look(true).get('right')).toBeGreaterThan(0.6)
    expect(look(true).get('left')! + look(true).get('right')!).toBeCloseTo(1, 5)
  })
})

describe('contains', () => {
  it('tells inside from outside of a concave polygon', () => {
    const shape = [
      [0, 0],
      [10, 0],
      [10, 10],
      [5, 3],
      [0, 10],
    ].map(([x, y]) => ({ x: x!, y: y! }))
    expect(contains(shape, { x: 2, y: 2 })).toBe(true)
    expect(contains(shape, { x: 5, y: 6 })).toBe(false)
    expect(contains(shape, { x: 11, y: 5 })).toBe(false)
  })
})
