// The floor is told by differences between receivers and by silence, and it does not flicker.
import type { ReceivedStrength } from './site-model.ts'
import { describe, expect, it } from 'vitest'
import { aSite, floorOf, strengthsAt } from './a-site.ts'
import { FloorChoice } from './floor-choice.ts'
import { floorEvidence, floorsInQuestion } from './floor-evidence.ts'

const site = aSite()
const floors = [...site.floors.values()]
const evidenceOf = (heard: readonly ReceivedStrength[], isOnline = () => true) =>
  floorEvidence({ floors, heard, referenceDbm: -59, isOnline })
const lead = (evidence: Map<string, number>) => evidence.get('floor-0')! - evidence.get('floor-1')!

describe('floorEvidence', () => {
  it.each([
    [8, 8],
    [20, 15],
    [35, 26],
  ])('prefers the floor that a badge at %d, %d is on', (x, y) => {
    expect(lead(evidenceOf(strengthsAt(site, 0, x, y)))).toBeGreaterThan(1)
    expect(lead(evidenceOf(strengthsAt(site, 1, x, y)))).toBeLessThan(-1)
  })

  it('does not mind a badge that is 12 dB weaker everywhere', () => {
    const weak = strengthsAt(site, 1, 20, 15).map((heard) => ({ ...heard, rssi: heard.rssi - 12 }))
    expect(lead(evidenceOf(weak))).toBeLessThan(-1)
  })

  it('counts the silence of receivers that are up, and only of those', () => {
    const onlyAbove = strengthsAt(site, 1, 20, 15)
      .filter(({ receiver }) => receiver.floor === floorOf(site, 1))
      .slice(0, 2)
    const withSilence = lead(evidenceOf(onlyAbove))
    const withoutSilence = lead(evidenceOf(onlyAbove, () => false))
    expect(withSilence).toBeLessThan(withoutSilence)
  })
})

describe('floorsInQuestion', () => {
  const tower = Array.from({ length: 10 }, (_, level) => {
    const floor = { ...floorOf(site, 0), id: `floor-${level}`, level }
    return { ...floor, receivers: floor.receivers.map((receiver) => ({ ...receiver, floor })) }
  })
  const buildings = new Map([['building', tower]])
  const heardOn = (...levels: number[]) =>
    levels.map((level, i) => ({ receiver: tower[level]!.receivers[0]!, rssi: -60 - i }))
  const levelsOf = (heard: readonly ReceivedStrength[], current: string | null = null) =>
    floorsInQuestion(buildings, heard, current).map(({ level }) => level)

  it('are those that hear the badge, and their neighbours', () => {
    expect(levelsOf(heardOn(5))).toEqual([4, 5, 6])
    expect(levelsOf(heardOn(4, 5))).toEqual([3, 4, 5, 6])
    expect(levelsOf(heardOn(0, 7))).toEqual([0, 1, 6, 7, 8])
    expect(levelsOf([])).toEqual([])
  })

  it('and the one it was on, however far away that is', () => {
    expect(levelsOf(heardOn(5), 'floor-1')).toEqual([1, 4, 5, 6])
  })
})

describe('FloorChoice', () => {
  const for0 = new Map([
    ['floor-0', 2],
    ['floor-1', 0],
  ])
  const for1 = new Map([
    ['floor-0', 0],
    ['floor-1', 2],
  ])

  it('stays when one update disagrees', () => {
    const choice = new FloorChoice()
    for (let second = 1; second <= 10; second++) choice.update(for0, second * 1000, 3)
    expect(choice.update(for1, 11_000, 3).floorId).toBe('floor-0')
    expect(choice.update(for0, 12_000, 3).floorId).toBe('floor-0')
  })

  // holds rules 10-2
  it('stays when another floor leads by a little, or clearly but once', () => {
    for (const strength of [6, 8.5]) {
      const choice = new FloorChoice()
      for (let second = 1; second <= 60; second++) choice.update(for0, second * 1000, 3)
      const against = new Map([
        ['floor-0', -strength],
        ['floor-1', 0],
      ])
      const { floorId, probability } = choice.update(against, 61_000, 3)
      expect(probability).toBeLessThan(0.5)
      expect(floorId).toBe('floor-0')
    }
  })

  // holds rules 10-2
  it('changes when the evidence goes on, within ten seconds', () => {
    const choice = new FloorChoice()
    for (let second = 1; second <= 60; second++) choice.update(for0, second * 1000, 3)
    const changed = Array.from({ length: 10 }, (_, i) => choice.update(for1, 61_000 + i * 1000, 3).floorId)
    expect(changed.at(-1)).toBe('floor-1')
    expect(changed[0]).toBe('floor-0')
  })

  it('changes at once when the evidence is overwhelming', () => {
    const choice = new FloorChoice()
    choice.update(for0, 1000, 3)
    expect(
      choice.update(
        new Map([
          ['floor-0', -20],
          ['floor-1', 0],
        ]),
        2000,
        3,
      ).floorId,
    ).toBe('floor-1')
  })

  it('answers a probability', () => {
    const choice = new FloorChoice()
    const { probability } = choice.update(for0, 1000, 3)
    expect(probability).toBeGreaterThan(0.5)
    expect(probability).toBeLessThanOrEqual(1)
  })
})
