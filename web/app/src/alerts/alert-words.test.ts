import type { Alert } from '@rollcall/contracts/domains/alerts'
import { defaultRoles } from '@rollcall/contracts/permissions'
import { describe, expect, it } from 'vitest'
import { alertPlace, kindsFor } from './alert-words.ts'

const nothing = { receiverId: null, emergencyId: null, floorId: null, name: null, entityType: null, entityId: null }
const place = (fields: Partial<Alert>) => alertPlace({ ...nothing, ...fields } as Alert)

describe('alertPlace', () => {
  it.each<[string, Partial<Alert>, unknown]>([
    ['an emergency', { kind: 'emergency', emergencyId: 'e' }, { name: 'emergency-board', params: { eventId: 'e' } }],
    ['a receiver', { kind: 'receiver_offline', receiverId: 'r' }, { name: 'receiver', params: { receiverId: 'r' } }],
    [
      'somebody in a restricted zone, on the plan',
      { kind: 'restricted_zone', floorId: 'f', name: 'Ada', entityType: 'visitor', entityId: 'p' },
      { name: 'floor-plan', params: { floorId: 'f' }, query: { find: 'Ada' } },
    ],
    [
      'a full zone, on the plan',
      { kind: 'capacity', floorId: 'f' },
      { name: 'floor-plan', params: { floorId: 'f' }, query: {} },
    ],
    [
      'the badge of a person',
      { kind: 'battery_low', entityType: 'employee', entityId: 'p' },
      { name: 'person', params: { personId: 'p' } },
    ],
    [
      'the badge of an asset, wherever it was',
      { kind: 'device_offline', floorId: 'f', entityType: 'asset', entityId: 'a' },
      { name: 'asset', params: { assetId: 'a' } },
    ],
    ['what is gone', { kind: 'receiver_offline' }, undefined],
  ])('leads to %s', (_, alert, expected) => {
    expect(place(alert)).toEqual(expected)
  })
})

describe('kindsFor', () => {
  it('offers a viewer only what a viewer may read', () => {
    const viewer = new Set<string>(defaultRoles.viewer)
    expect(kindsFor((permission) => viewer.has(permission))).toEqual([
      'emergency',
      'live_chain',
      'receiver_offline',
      'battery_critical',
      'battery_low',
    ])
  })
})
