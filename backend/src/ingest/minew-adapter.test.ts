// A Minew gateway's array becomes readings of that gateway.
import { describe, expect, it } from 'vitest'
import { readMinew } from './minew-adapter.ts'

const gateway = {
  timestamp: '2026-11-15T02:00:00Z',
  type: 'Gateway',
  mac: 'AC233FC00001',
  gatewayFree: 96,
  gatewayLoad: 0.1,
}
const beacon = {
  timestamp: '2026-11-15T02:00:01Z',
  type: 'Unknown',
  mac: 'AC233F264A2B',
  bleName: '',
  rssi: -63,
  rawData: '0201060303',
}

describe('readMinew', () => {
  it('reads what the gateway heard', () => {
    const at = Date.parse(beacon.timestamp)
    const frames = { form: 'payload', hex: [beacon.rawData] }
    expect(readMinew([gateway, beacon], 5)).toEqual([
      [{ transmitterId: 'ac233f264a2b', receiverId: 'ac233fc00001', rssi: -63, at, arrivedAt: 5, frames }],
    ])
  })

  it('rejects items that are not usable and takes the arrival for a bad time', () => {
    const results = readMinew(
      [gateway, null, { ...beacon, rssi: 99 }, { ...beacon, mac: 'x' }, { ...beacon, timestamp: 'soon' }],
      7,
    )
    expect(results.map((found) => found?.[0]?.at ?? null)).toEqual([null, null, null, 7])
  })

  it('rejects everything when no gateway is named', () => {
    expect(readMinew([beacon, beacon], 5)).toEqual([null, null])
    expect(readMinew([], 5)).toEqual([])
  })
})
