// Battery reports out of dynambs.
import { describe, expect, it } from 'vitest'
import { readDynamb } from './dynamb-adapter.ts'

const now = 1_790_000_000_000
const aDynamb = {
  deviceId: 'FE:E1:50:BA:DA:55',
  deviceIdType: 3,
  timestamp: now - 100,
  batteryPercentage: 72,
  batteryVoltage: 2.95,
  temperature: 21,
}

describe('readDynamb', () => {
  it('reads percentage and voltage, bare or wrapped', () => {
    const expected = { transmitterId: 'fee150bada55', pct: 72, mv: 2950, at: now - 100 }
    expect(readDynamb(aDynamb, now)).toEqual(expected)
    expect(readDynamb({ type: 'dynamb', data: aDynamb }, now)).toEqual(expected)
  })

  it('takes the arrival when the clock is far off', () => {
    expect(readDynamb({ ...aDynamb, timestamp: now + 3_600_000 }, now)?.at).toBe(now)
  })

  it.each([
    ['null', null],
    ['a list', []],
    ['no device', { ...aDynamb, deviceId: undefined }],
    ['no battery', { deviceId: 'fee150bada55', temperature: 20 }],
    ['an impossible battery', { deviceId: 'fee150bada55', batteryPercentage: 140 }],
    ['an empty wrapper', { type: 'dynamb' }],
  ])('rejects %s', (_, item) => {
    expect(readDynamb(item, now)).toBeNull()
  })
})
