// Builders for tests of the board: somebody missing, seen somewhere, and a finished search.
import type { MusterPerson, Sweep } from '@rollcall/contracts/domains/muster'

type Evidence = NonNullable<MusterPerson['evidence']>
type Seen = Partial<Omit<Evidence, 'sighting'>> & { readonly sighting?: Partial<Evidence['sighting']> }

export const alarmAt = Date.parse('2026-11-15T10:00:00Z')
/** So many seconds after the alarm. */
export function after(seconds: number): string {
  return new Date(alarmAt + seconds * 1_000).toISOString()
}

export function aMissingPerson(fullName: string, change: Partial<MusterPerson> = {}): MusterPerson {
  return {
    personId: fullName,
    entityType: 'employee',
    fullName,
    employeeId: `E-${fullName}`,
    transmitterId: null,
    departmentName: null,
    departmentId: null,
    atTrigger: null,
    hostName: null,
    photoUrl: null,
    status: 'unknown',
    method: null,
    decidedAt: null,
    at: null,
    by: null,
    note: null,
    musterPointId: null,
    absence: null,
    evidence: null,
    ...change,
  }
}

/** In the laboratory of floor 1 five minutes after the alarm, walking. */
export function evidence({ sighting, ...change }: Seen = {}): Evidence {
  return {
    sighting: {
      at: after(300),
      buildingId: 'main',
      floorId: 'floor1',
      floorName: 'Floor 1',
      zoneId: 'lab',
      zoneName: 'Laboratory',
      ...sighting,
    },
    nearZoneName: null,
    position: { x: 10, y: 10, xM: 4, yM: 3 },
    accuracyM: 2,
    insideProbability: 0.95,
    movedAt: after(300),
    receivers: [],
    batteryPct: 80,
    ...change,
  }
}

export function seenInside(fullName: string, seen: Seen = {}, change: Partial<MusterPerson> = {}): MusterPerson {
  return aMissingPerson(fullName, { absence: 'probably_inside', evidence: evidence(seen), ...change })
}

export function aSweep(change: Partial<Sweep> = {}): Sweep {
  const decidedAt = change.decidedAt ?? after(240)
  return {
    floorId: 'floor1',
    zoneId: 'lab',
    state: 'searched',
    by: 'Kim',
    at: decidedAt,
    note: null,
    ...change,
    decidedAt,
  }
}
