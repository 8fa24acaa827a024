// What travels on the channels, by its literal names: pages and other clients go by them (spec 6.1).
import { expect, it } from 'vitest'
import { AmbientBatch, floorChannel, globalChannel, PositionBatch } from '../src/channels.ts'

// holds spec 6.1-2
it('positions: floor:<id>, position-batch and its fields', () => {
  const id = '11111111-1111-4111-8111-111111111111'
  const entry = {
    transmitterId: 'aabbccddeeff',
    position: { x: 1, y: 2, xM: 3, yM: 4 },
    positionMethod: 'grid',
    floorId: id,
    buildingId: id,
    zoneId: null,
    accuracyM: 1,
    confidence: 0.9,
    receiverCount: 3,
    entityType: 'employee',
    entityId: null,
    name: 'Ada',
    timestamp: 1_790_000_000_000,
    seq: 1,
  }
  const batch = { type: 'position-batch', data: [entry] }
  expect([floorChannel(id), PositionBatch.parse(batch)]).toEqual([`floor:${id}`, batch])
  for (const name of ['transmitterId', 'position', 'positionMethod', 'floorId', 'timestamp', 'seq'])
    expect([name, PositionBatch.safeParse({ ...batch, data: [{ ...entry, [name]: undefined }] }).success]).toEqual([
      name,
      false,
    ])
})

// holds spec 6.1-4
it('ambient devices: global:all, ambient-batch and its fields', () => {
  const device = {
    deviceId: 'aabbccddeeff',
    deviceType: 'phone',
    manufacturer: 'Apple',
    receiverId: '001122334455',
    rssi: -60,
    timestamp: 1_790_000_000_000,
  }
  const batch = { type: 'ambient-batch', data: [device] }
  expect([globalChannel, AmbientBatch.parse(batch)]).toEqual(['global:all', batch])
  for (const name of Object.keys(device))
    expect([name, AmbientBatch.safeParse({ ...batch, data: [{ ...device, [name]: undefined }] }).success]).toEqual([
      name,
      false,
    ])
})
