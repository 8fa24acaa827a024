import type { MusterPerson } from '@rollcall/contracts/domains/muster'
import { describe, expect, it } from 'vitest'
import { missingByFloor } from './missing-by-floor.ts'

function person(fullName: string, status: MusterPerson['status'], floorId: string | null): MusterPerson {
  const sighting = { at: '2026-11-15T05:00:00Z', buildingId: 'b', floorName: '', zoneId: null, zoneName: null }
  return {
    personId: fullName,
    entityType: 'employee',
    fullName,
    employeeId: fullName,
    departmentName: null,
    photoUrl: null,
    status,
    method: null,
    at: null,
    by: null,
    note: null,
    musterPointId: null,
    absence: null,
    evidence: floorId && {
      sighting: { ...sighting, floorId },
      position: { x: 1, y: 2, xM: 3, yM: 4 },
      accuracyM: null,
      receivers: [],
      batteryPct: null,
    },
  } as MusterPerson
}

describe('missingByFloor', () => {
  it('shows who is missing or needs help, the fullest floor first', () => {
    const floors = missingByFloor([
      person('Ada', 'unknown', 'first'),
      person('Bob', 'unknown', 'ground'),
      person('Cid', 'needs_help', 'ground'),
      person('Dee', 'accounted', 'ground'),
      person('Eve', 'off_site', 'ground'),
    ])
    expect(floors.map(({ floorId, people }) => [floorId, people.map(({ fullName }) => fullName)])).toEqual([
      ['ground', ['Bob', 'Cid']],
      ['first', ['Ada']],
    ])
  })
  it('leaves out whom no receiver ever saw', () => {
    expect(missingByFloor([person('Ada', 'unknown', null)])).toEqual([])
  })
})
