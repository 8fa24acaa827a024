// Ambient devices are classified once, followed, forgotten in time, and never too many.
import { describe, expect, it } from 'vitest'
import { adStructure, aFrame } from '../advertisement/a-frame.ts'
import type { Reading } from '../reading.ts'
import { createAmbientDevices, rememberMs } from './ambient-devices.ts'

const start = 1_790_000_000_000
const phone = adStructure(0xff, '4c001005011c')
const makerOf = (address: string) => (address.startsWith('ac233f') ? 'Shenzhen Minew' : null)

function heard(transmitterId: string, afterMs = 0, changes: Partial<Reading> & { says?: string[] } = {}): Reading {
  const { says, ...rest } = changes
  const frames = says && { form: 'pdu' as const, hex: [aFrame(transmitterId.slice(0, 12), says)] }
  const times = { at: start + afterMs, arrivedAt: start + afterMs }
  return { transmitterId, receiverId: 'receiver-a', rssi: -70, claim: 'random', frames, ...times, ...rest }
}
const ids = (devices: readonly { deviceId: string }[]) => devices.map(({ deviceId }) => deviceId)

describe('createAmbientDevices', () => {
  // holds spec 6.1-5
  it('tells a device once, with what it is', () => {
    const devices = createAmbientDevices({ makerOf })
    const classified = devices.add([heard('5a0000000001', 0, { says: [phone] }), heard('5a0000000001', 5)])
    expect(classified).toEqual([
      {
        deviceId: '5a0000000001',
        deviceType: 'phone',
        manufacturer: 'Apple',
        receiverId: 'receiver-a',
        rssi: -70,
        timestamp: start + 5,
      },
    ])
    expect(devices.add([heard('5a0000000001', 60_000, { says: [phone] })])).toEqual([])
  })

  it('keeps quiet about a device that says nothing, until it does', () => {
    const devices = createAmbientDevices({ makerOf })
    expect(devices.add([heard('5a0000000001')])).toEqual([])
    expect(devices.takeChanged()).toEqual([])
    expect(ids(devices.add([heard('5a0000000001', 10_000, { says: [phone] })]))).toEqual(['5a0000000001'])
  })

  it('names the maker of a public address, and says no more than that', () => {
    const devices = createAmbientDevices({ makerOf })
    const classified = devices.add([heard('ac233f000001', 0, { claim: 'public' }), heard('ac233f000002')])
    expect(classified).toMatchObject([
      { deviceId: 'ac233f000001', deviceType: 'other', manufacturer: 'Shenzhen Minew' },
    ])
  })

  it('follows a device to the receiver that hears it best, and to another when that one falls silent', () => {
    const devices = createAmbientDevices({ makerOf })
    const where = () => devices.takeChanged().map(({ receiverId, rssi }) => [receiverId, rssi])
    devices.add([heard('5a0000000001', 0, { says: [phone] })])
    expect(where()).toEqual([['receiver-a', -70]])
    devices.add([heard('5a0000000001', 1000, { receiverId: 'receiver-b', rssi: -80 })])
    expect(where()).toEqual([])
    devices.add([heard('5a0000000001', 2000, { receiverId: 'receiver-b', rssi: -60 })])
    expect(where()).toEqual([['receiver-b', -60]])
    devices.add([heard('5a0000000001', 14_000, { receiverId: 'receiver-a', rssi: -75 })])
    expect(where()).toEqual([['receiver-a', -75]])
  })

  it('writes a resting device at most once a minute', () => {
    const devices = createAmbientDevices({ makerOf })
    let lines = 0
    for (let second = 0; second < 180; second++) {
      devices.add([heard('5a0000000001', second * 1000, { says: [phone] })])
      lines += devices.takeChanged().length
    }
    expect(lines).toBe(3)
  })

  // holds rules 8-33
  it('forgets after a quarter of an hour of silence, and tells the device anew', () => {
    const devices = createAmbientDevices({ makerOf })
    devices.add([heard('5a0000000001', 0, { says: [phone] })])
    devices.forget(start + rememberMs)
    expect(devices.size).toBe(1)
    devices.forget(start + rememberMs + 1)
    expect(devices.size).toBe(0)
    expect(devices.add([heard('5a0000000001', rememberMs + 5, { says: [phone] })])).toHaveLength(1)
  })

  it('gives up the one heard longest ago when there are too many', () => {
    const devices = createAmbientDevices({ makerOf, capacity: 3 })
    for (const n of [1, 2, 3]) devices.add([heard(`5a000000000${n}`, n, { says: [phone] })])
    devices.add([heard('5a0000000001', 40_000, { says: [phone] })])
    devices.add([heard('5a0000000004', 40_001, { says: [phone] })])
    expect(devices.size).toBe(3)
    expect(devices.add([heard('5a0000000001', 40_002, { says: [phone] })])).toEqual([])
    expect(ids(devices.add([heard('5a0000000002', 40_003, { says: [phone] })]))).toEqual(['5a0000000002'])
  })
})
