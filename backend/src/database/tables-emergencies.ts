// Emergencies, contacts, weather and phone beacons (migrations 0005 and 0006).
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
    absence: Optional<string>
    version: WithDefault<number>
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
    /** The status a person got. */
    status: Optional<string>
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
    /** Null: a weather warning that was no emergency. */
    emergencyId: string | null
    contactId: Optional<string>
    contactName: string
    channel: string
    sender: string
    result: 'sent' | 'failed' | 'dry_run'
    detail: Optional<string>
    at: DefaultTimestamp
  }
  notificationOutbox: {
    id: Generated<string>
    emergencyId: string | null
    contactId: string | null
    contactName: string
    channel: string
    address: string | null
    subject: string
    text: string
    priority: number
    tries: Generated<number>
    dueAt: DefaultTimestamp
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
  weatherPlaces: {
    buildingId: string
    latitude: number
    longitude: number
    forecastPath: string
    stationPath: string
  }
  weatherReactions: {
    buildingId: string
    alertId: string
    severity: string
    at: DefaultTimestamp
    emergencyId: Optional<string>
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
