import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { describe, expect, it } from 'vitest'
import { mergeBatch, mergeSnapshot } from './position-merge.ts'
import type { Positions } from './position-merge.ts'

const floorId = 'f1'
const t = 1_790_000_000_000

function anEntry(changes: Partial<PositionEntry> = {}): PositionEntry {
  return {
    transmitterId: 'badge',
    position: { x: 50, y: 50, xM: 30, yM: 18 },
    positionMethod: 'trilateration',
    floorId,
    buildingId: 'b1',
    zoneId: null,
    accuracyM: 2,
    confidence: 0.9,
    receiverCount: 4,
    entityType: 'employee',
    entityId: null,
    name: 'Jo Reyes',
    timestamp: t,
    seq: 10,
    ...changes,
  }
}
const shown = (positions: Positions) => positions.get('badge')?.timestamp

describe('mergeBatch', () => {
  // holds rules 7-5
  it('takes what is newer and tells what changed', () => {
    const positions: Positions = new Map()
    expect(mergeBatch(positions, [anEntry()], floorId)).toEqual(['badge'])
    expect(mergeBatch(positions, [anEntry({ timestamp: t + 1 })], floorId)).toEqual(['badge'])
    expect(shown(positions)).toBe(t + 1)
  })
  it('never goes back in time, whatever the sequence number says', () => {
    const positions: Positions = new Map([['badge', anEntry()]])
    expect(mergeBatch(positions, [anEntry({ timestamp: t - 1, seq: 999 })], floorId)).toEqual([])
    expect(shown(positions)).toBe(t)
  })
  it('survives a backend that restarted its sequence', () => {
    const positions: Positions = new Map([['badge', anEntry({ seq: 5_000 })]])
    mergeBatch(positions, [anEntry({ timestamp: t + 500, seq: 1 })], floorId)
    expect(shown(positions)).toBe(t + 500)
  })
  it('decides by sequence between entries of the same moment', () => {
    const positions: Positions = new Map([['badge', anEntry({ seq: 10 })]])
    expect(mergeBatch(positions, [anEntry({ seq: 9 })], floorId)).toEqual([])
    expect(mergeBatch(positions, [anEntry({ seq: 11 })], floorId)).toEqual(['badge'])
  })
  it('ends at the newest entry whatever the order of arrival', () => {
    const entries = [3, 1, 4, 1, 5, 9, 2, 6].map((n) => anEntry({ timestamp: t + n, seq: n }))
    for (const order of [entries, entries.toReversed(), entries.toSorted((a, b) => a.seq - b.seq)]) {
      const positions: Positions = new Map()
      for (const entry of order) mergeBatch(positions, [entry], floorId)
      expect(shown(positions)).toBe(t + 9)
    }
  })
  it('removes somebody who is reported on another floor', () => {
    const positions: Positions = new Map([['badge', anEntry()]])
    expect(mergeBatch(positions, [anEntry({ floorId: 'f2', timestamp: t + 1 })], floorId)).toEqual(['badge'])
    expect(positions.size).toBe(0)
  })
  it('leaves malformed entries out', () => {
    const positions: Positions = new Map()
    const broken = [
      null,
      {},
      anEntry({ position: { x: Number.NaN, y: 1, xM: 0, yM: 0 } }),
      { ...anEntry(), timestamp: 'now' },
    ]
    expect(mergeBatch(positions, broken as PositionEntry[], floorId)).toEqual([])
  })
})

describe('mergeSnapshot', () => {
  it('does not take a marker back to an older snapshot', () => {
    const positions: Positions = new Map([['badge', anEntry({ timestamp: t + 2_000, seq: 20 })]])
    mergeSnapshot(positions, { entries: [anEntry()], asOf: t, floorId })
    expect(shown(positions)).toBe(t + 2_000)
  })
  it('removes who is no longer on the floor', () => {
    const positions: Positions = new Map([['badge', anEntry()]])
    expect(mergeSnapshot(positions, { entries: [], asOf: t + 60_000, floorId })).toEqual(['badge'])
    expect(positions.size).toBe(0)
  })
  it('keeps who was heard by the socket since the snapshot was taken', () => {
    const positions: Positions = new Map([['badge', anEntry({ timestamp: t + 1_000 })]])
    mergeSnapshot(positions, { entries: [], asOf: t, floorId })
    expect(positions.size).toBe(1)
  })
})
