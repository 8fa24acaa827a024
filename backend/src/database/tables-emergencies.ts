// Emergencies, contacts, weather and phone beacons (migration 0005).
import type { ColumnType, Generated } from 'kysely'
import type {
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Optional,
  StoredColumns,
  Timestamp,
} from './columns.ts'

type WithDefault<T> = ColumnType<T, T | undefined, T>

export type EmergencyTables = {
  emergencies: StoredColumns & {
    scenario: string
    mode: WithDefault<'live' | 'drill' | 'test'>
    state: WithDefault<'active' | 'resolved'>
    resolution: Optional<'all_clear' | 'false_alarm' | 'drill_complete'>
    message: Generated<string>
    idempotencyKey: Optional<string>
    triggeredBy: Optional<string>
    triggeredByName: string
    triggeredAt: DefaultTimestamp
    resolvedBy: Optional<string>
    resolvedByName: Optional<string>
    resolvedAt: NullableTimestamp
  }
  emergencyBuildings: { emergencyId: string; buildingId: string; active: Generated<boolean> }
  emergencyMusterPoints: { emergencyId: string; zoneId: string }
  emergencyRoster: {
    emergencyId: string
    personId: string
    entityType: string
    employeeId: string
    fullName: string
    departmentName: Optional<string>
    transmitterId: Optional<string>
    status: WithDefault<'unknown' | 'accounted' | 'needs_help' | 'off_site' | 'excused'>
    method: Optional<'auto_zone' | 'manual' | 'link'>
    changedBy: Optional<string>
    changedAt: NullableTimestamp
    note: Optional<string>
    musterPointId: Optional<string>
    evidence: NullableJson<Record<string, unknown>>
  }
  musterLinks: { tokenHash: string; emergencyId: string; personId: string; expiresAt: Timestamp }
  emergencyTimeline: {
    id: Generated<string>
    seq: ColumnType<number, never, never>
    emergencyId: string
    at: DefaultTimestamp
    type: 'triggered' | 'changed' | 'accounted' | 'notified' | 'resolved'
    personId: Optional<string>
    personName: Optional<string>
    actor: Optional<string>
    text: string
  }
  emergencyContacts: StoredColumns & {
    name: string
    role: Optional<string>
    email: Optional<string>
    phone: Optional<string>
    priority: Generated<number>
    channels: Generated<string[]>
    scenarios: Generated<string[]>
    buildingIds: Generated<string[]>
    active: Generated<boolean>
  }
  emergencyNotifications: {
    id: Generated<string>
    emergencyId: string
    contactId: Optional<string>
    contactName: string
    channel: string
    sender: string
    result: 'sent' | 'failed' | 'dry_run'
    detail: Optional<string>
    at: DefaultTimestamp
  }
  weatherSettings: {
    severity: 'Extreme' | 'Severe' | 'Moderate' | 'Minor'
    enabled: boolean
    notify: boolean
    autoTrigger: boolean
    scenario: Generated<string>
    channels: Generated<string[]>
    cooldownMinutes: Generated<number>
    updatedAt: DefaultTimestamp
  }
  weatherAnswers: {
    buildingId: string
    kind: 'conditions' | 'forecast' | 'alerts'
    answer: Json<unknown>
    fetchedAt: DefaultTimestamp
  }
  phoneBeaconTokens: {
    id: Generated<string>
    tokenHash: string
    personId: string
    createdBy: Optional<string>
    createdAt: DefaultTimestamp
    expiresAt: Timestamp
    usedAt: NullableTimestamp
  }
  irkRecords: StoredColumns & {
    transmitterId: string
    irkSealed: Buffer
    fingerprint: string
    platform: string
    label: string
    state: WithDefault<'unseen' | 'candidate' | 'confirmed'>
    lastResolvedAt: NullableTimestamp
  }
}
