// The register of people, departments, assets and transmitters (migration 0003).
import type { ColumnType, Generated } from 'kysely'
import type { EntityType } from '@rollcall/contracts/domains/positions'
import type { DefaultTimestamp, NullableTimestamp, Optional, StoredColumns } from './columns.ts'

export type PersonType = 'employee' | 'visitor' | 'contractor'
type PersonStatus = 'active' | 'inactive' | 'suspended'
type TransmitterStatus = 'in_stock' | 'assigned' | 'lost' | 'retired'
type AssetStatus = 'available' | 'in_use' | 'maintenance' | 'lost' | 'retired'
type WithDefault<T> = ColumnType<T, T | undefined, T>

export type PeopleTables = {
  departments: StoredColumns & {
    name: string
    code: Optional<string>
    managerId: Optional<string>
    parentId: Optional<string>
  }
  people: StoredColumns & {
    entityType: WithDefault<PersonType>
    employeeId: string
    fullName: string
    email: Optional<string>
    jobTitle: Optional<string>
    phone: Optional<string>
    departmentId: Optional<string>
    status: WithDefault<PersonStatus>
    photoFile: Optional<string>
    photoMediaType: Optional<string>
    emergencyContactName: Optional<string>
    emergencyContactPhone: Optional<string>
    specialNeeds: Optional<string>
    musterPointId: Optional<string>
  }
  transmitters: StoredColumns & {
    /** MAC or UUID in lower case, as receivers report it. */
    transmitterId: string
    name: Optional<string>
    type: Generated<string>
    entityType: WithDefault<EntityType>
    /** A person or an asset, after entityType. */
    entityId: Optional<string>
    /** The name of that person or asset; kept by triggers. */
    entityName: ColumnType<string | null, never, never>
    /** dBm at one metre. */
    txPower1m: Optional<number>
    batteryPct: Optional<number>
    batteryMv: Optional<number>
    batteryAt: NullableTimestamp
    lastSeenAt: NullableTimestamp
    status: WithDefault<TransmitterStatus>
  }
  assets: StoredColumns & {
    name: string
    category: string
    serialNumber: Optional<string>
    assignedTo: Optional<string>
    status: WithDefault<AssetStatus>
    homeZoneId: Optional<string>
  }
  assetHistory: {
    id: ColumnType<number, never, never>
    assetId: string
    at: DefaultTimestamp
    type: 'moved' | 'assigned' | 'status' | 'edited' | 'seen'
    fromValue: Optional<string>
    toValue: Optional<string>
    /** Null: the system noticed it by itself. */
    actor: Optional<string>
  }
  /** A view: what each transmitter is called and whose it is. Read only. */
  carriers: {
    transmitterId: ColumnType<string, never, never>
    entityType: ColumnType<EntityType, never, never>
    entityId: ColumnType<string | null, never, never>
    txPower1m: ColumnType<number | null, never, never>
    batteryPct: ColumnType<number | null, never, never>
    lastSeenAt: ColumnType<string | null, never, never>
    status: ColumnType<TransmitterStatus, never, never>
    name: ColumnType<string, never, never>
    departmentId: ColumnType<string | null, never, never>
    personStatus: ColumnType<PersonStatus | null, never, never>
  }
}
