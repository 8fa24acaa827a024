import { describe, expect, it } from 'vitest'
import { adStructure, aFrame, createFrames } from './a-frame.ts'
import { readAdvertisement } from './advertisement.ts'
import { batteryOf } from './battery-frame.ts'

const said = (type: number, value: string) =>
  batteryOf(readAdvertisement(aFrame('c2aabbccddee', [adStructure(0x01, '06'), adStructure(type, value)]), 'pdu')!)

describe('the battery in an advertisement', () => {
  it.each([
    ['Eddystone telemetry', 0x16, 'aafe20000b861a800000000100000002', { pct: null, mv: 2950 }],
    ['Eddystone without a voltage', 0x16, 'aafe200000001a800000000100000002', null],
    ['an Eddystone address', 0x16, 'aafe10eb03676f6f676c65', null],
    ['a Minew climate tag', 0x16, 'e1ffa1016419803200eeddccbbaac2', { pct: 100, mv: null }],
    ['a Minew motion tag', 0x16, 'e1ffa10355000100020003eeddccbbaac2', { pct: 85, mv: null }],
    ['a Minew tag that says who it is', 0x16, 'e1ffa1080aeeddccbbaac2453253', { pct: 10, mv: null }],
    ['the battery service', 0x16, '0f182a', { pct: 42, mv: null }],
    ['an impossible percentage', 0x16, '0f18c8', null],
    ['a Ruuvi tag', 0xff, '99040512fc5394c37c0004fffc040cac364200cdcbb8334c884f', { pct: null, mv: 2977 }],
    ['something else', 0xff, '4c001005011c2233', null],
  ])('is read from %s', (_, type, value, expected) => {
    expect(said(type, value)).toEqual(expected)
  })

  it('is never an impossible one, whatever is sent', () => {
    const next = createFrames(11)
    for (let i = 0; i < 5000; i++) {
      const read = readAdvertisement(next(), 'pdu')
      const found = read && batteryOf(read)
      if (!found) continue
      expect(found.pct === null || (found.pct >= 0 && found.pct <= 100)).toBe(true)
      expect(found.mv === null || (found.mv >= 500 && found.mv <= 30_000)).toBe(true)
    }
  })
})
