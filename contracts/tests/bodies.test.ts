// What bodies accept: limits everywhere, defaults only where something is created, and the rules between fields.
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allRows } from '../src/api.ts'
import { BatteryThresholds, defaultBatteryThresholds } from '../src/domains/battery.ts'
import { BuildingOrder } from '../src/domains/buildings.ts'
import { EmergencyChange, EmergencyTrigger } from '../src/domains/emergency.ts'
import { CalibrationRequest } from '../src/domains/floors.ts'
import { PersonChange, PersonCreate } from '../src/domains/personnel.ts'
import { ReceiverChange, ReceiverCreate } from '../src/domains/receivers.ts'
import { BleSettings, defaultSettings, GeneralSettingsChange, Settings } from '../src/domains/settings.ts'
import { TransmitterChange } from '../src/domains/transmitters.ts'
import { UserCreate } from '../src/domains/users.ts'
import { AuditEntry } from '../src/domains/audit.ts'
import { isUpload } from '../src/endpoint.ts'

type Json = { [key: string]: unknown }
const anId = '0b8f3d4e-6a51-4c2e-9a73-2f1f0c9d8e7a'
const accepts = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success

const bodies = allRows.flatMap((row) =>
  row.body && !isUpload(row.body) ? [[`${row.method} ${row.path}`, row.method, row.body] as const] : [],
)
const queries = allRows.flatMap((row) => (row.query ? [[`${row.method} ${row.path}`, row.query] as const] : []))

/** Places in a JSON Schema where a caller could send as much as it likes. */
function unlimited(schema: unknown, path = ''): string[] {
  if (typeof schema !== 'object' || schema === null) return []
  const node = schema as Json
  const inside = Object.entries(node).flatMap(([key, value]) => unlimited(value, `${path}/${key}`))
  const limits: Record<string, readonly string[]> = {
    string: ['maxLength', 'pattern', 'enum', 'format', 'const'],
    array: ['maxItems'],
    number: ['maximum'],
    integer: ['maximum'],
  }
  const wanted = typeof node['type'] === 'string' ? limits[node['type']] : undefined
  return wanted && !wanted.some((limit) => limit in node) ? [...inside, path] : inside
}

describe('every body and query', () => {
  it.each(bodies)('%s limits what can be sent', (_name, _method, body) => {
    expect(unlimited(z.toJSONSchema(body, { io: 'input' }))).toEqual([])
  })

  it.each(queries)('%s limits what can be asked', (_name, query) => {
    expect(unlimited(z.toJSONSchema(query, { io: 'input' }))).toEqual([])
  })

  it.each(bodies.filter(([, method]) => method === 'PUT' || method === 'PATCH'))(
    '%s has no defaults',
    (_name, _method, body) => {
      expect(JSON.stringify(z.toJSONSchema(body, { io: 'input' }))).not.toContain('"default"')
    },
  )
})

describe('creating and changing', () => {
  it('fills in what a new thing needs, and nothing in a change', () => {
    const created = PersonCreate.parse({ employeeId: 'E1', fullName: 'Ada Lovelace' })
    expect(created).toMatchObject({ entityType: 'employee', status: 'active', phone: null, specialNeeds: null })
    expect(PersonCreate.parse(created)).toEqual(created)
    expect(PersonChange.parse({ jobTitle: null })).toEqual({ jobTitle: null })
  })

  it('never takes what the system decides', () => {
    const person = { employeeId: 'E1', fullName: 'Ada Lovelace' }
    for (const extra of [{ id: anId }, { createdAt: '2026-01-01T00:00:00Z' }, { photoUrl: 'x' }]) {
      expect(accepts(PersonCreate, { ...person, ...extra })).toBe(false)
    }
    expect(accepts(TransmitterChange, { status: 'lost' })).toBe(true)
    expect(accepts(TransmitterChange, { status: 'assigned' })).toBe(false)
    const user = { email: 'a@example.org', displayName: 'A', role: 'viewer' }
    expect(accepts(UserCreate, user)).toBe(true)
    expect(accepts(UserCreate, { ...user, role: 'a/b' })).toBe(false)
    expect(accepts(UserCreate, { ...user, mustChangePassword: false })).toBe(false)
  })

  it('places a receiver by both coordinates or none', () => {
    const receiver = { receiverId: 'AA:BB:CC:DD:EE:FF', name: 'Lobby' }
    expect(ReceiverCreate.parse(receiver)).toMatchObject({ receiverId: 'aabbccddeeff', x: null, rssiOffsetDb: 0 })
    expect(accepts(ReceiverCreate, { ...receiver, x: 10 })).toBe(false)
    expect(accepts(ReceiverCreate, { ...receiver, x: 0, y: 100 })).toBe(true)
    expect(accepts(ReceiverCreate, { ...receiver, x: 0, y: 100.1 })).toBe(false)
    expect(accepts(ReceiverChange, { y: 3 })).toBe(false)
    expect(accepts(ReceiverChange, { x: null, y: null })).toBe(true)
  })

  it('orders each building once', () => {
    expect(accepts(BuildingOrder, { order: [anId] })).toBe(true)
    expect(accepts(BuildingOrder, { order: [anId, anId] })).toBe(false)
  })
})

describe('settings and thresholds', () => {
  // holds rules 8-22
  it('begin with values that are valid', () => {
    expect(Settings.parse(defaultSettings)).toEqual(defaultSettings)
    expect(BatteryThresholds.parse(defaultBatteryThresholds)).toEqual({ low: 40, critical: 20 })
  })

  it.each([
    { low: 20, critical: 20 },
    { low: 20, critical: 40 },
    { low: 101, critical: 20 },
    { low: 40, critical: 0 },
    { low: 40 },
  ])('refuse the battery thresholds %j', (thresholds) => {
    expect(accepts(BatteryThresholds, thresholds)).toBe(false)
  })

  it('hold rules between two fields when the whole is parsed', () => {
    expect(accepts(BleSettings, { ...defaultSettings.ble, windowSeconds: 11 })).toBe(false)
    expect(accepts(BleSettings, { ...defaultSettings.ble, zoneLeaveProbability: 0.6 })).toBe(false)
    expect(accepts(BleSettings, { ...defaultSettings.ble, minimumRssiDbm: -101 })).toBe(false)
  })

  it('change one number of the retention without the others', () => {
    expect(GeneralSettingsChange.parse({ retentionDays: { audit: 90 } })).toEqual({ retentionDays: { audit: 90 } })
    expect(accepts(GeneralSettingsChange, { retentionDays: { audit: 1 } })).toBe(false)
    expect(accepts(GeneralSettingsChange, { retentionDays: {} })).toBe(false)
  })
})

describe('emergencies', () => {
  const trigger = { scenario: 'fire', scope: { buildingIds: [anId] } }

  // holds rules 9-1
  it('are live unless said otherwise', () => {
    expect(EmergencyTrigger.parse(trigger)).toEqual({ ...trigger, mode: 'live', message: '', musterPoints: [] })
  })

  it.each([
    { scope: { buildingIds: [] } },
    { scope: {} },
    { scenario: 'boredom' },
    { mode: 'rehearsal' },
    { state: 'active' },
  ])('are not triggered with %j', (wrong) => expect(accepts(EmergencyTrigger, { ...trigger, ...wrong })).toBe(false))

  // holds rules 9-1
  it('are resolved with a reason', () => {
    expect(accepts(EmergencyChange, { state: 'resolved', resolution: 'all_clear' })).toBe(true)
    expect(accepts(EmergencyChange, { state: 'resolved', resolution: 'all_clear', confirmMissing: true })).toBe(true)
    expect(accepts(EmergencyChange, { message: '' })).toBe(true)
    expect(accepts(EmergencyChange, { state: 'resolved' })).toBe(false)
    expect(accepts(EmergencyChange, { resolution: 'all_clear' })).toBe(false)
    expect(accepts(EmergencyChange, { state: 'active' })).toBe(false)
    expect(accepts(EmergencyChange, { confirmMissing: true })).toBe(false)
  })
})

describe('other bodies', () => {
  const point = { x: 1, y: 2, transmitterId: 'AA-BB-CC-DD-EE-FF', startedAt: '2026-01-01T00:00:00Z', seconds: 30 }

  it('calibrate by three points or more, or automatically, never both', () => {
    expect(accepts(CalibrationRequest, { mode: 'auto' })).toBe(true)
    expect(accepts(CalibrationRequest, { mode: 'points', points: [point, point, point] })).toBe(true)
    expect(accepts(CalibrationRequest, { mode: 'points', points: [point, point] })).toBe(false)
    expect(accepts(CalibrationRequest, { mode: 'auto', points: [point, point, point] })).toBe(false)
  })

  it('keep the details of an audit entry small and its author out', () => {
    const entry = { action: 'export', resource: 'personnel' }
    expect(AuditEntry.parse(entry)).toMatchObject({ result: 'success', before: null })
    expect(accepts(AuditEntry, { ...entry, after: { note: 'x'.repeat(20_000) } })).toBe(false)
    expect(accepts(AuditEntry, { ...entry, actor: 'somebody else' })).toBe(false)
  })
})
