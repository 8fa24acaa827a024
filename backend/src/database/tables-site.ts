// Buildings, floors, zones and receivers (migrations 0002 and 0009).
import type { ColumnType, Generated } from 'kysely'
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import type { ResidualMap } from '../positioning/calibration/residual-map.ts'
import type {
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Optional,
  StoredColumns,
  Timestamp,
} from './columns.ts'

export type SiteTables = {
  buildings: StoredColumns & {
    name: string
    code: Optional<string>
    address: Optional<string>
    latitude: Optional<number>
    longitude: Optional<number>
    timezone: Generated<string>
    displayOrder: Generated<number>
    active: Generated<boolean>
  }
  floors: StoredColumns & {
    buildingId: string
    name: string
    level: number
    widthM: number
    heightM: number
    /** Name below DATA_DIR/plans; a new upload gets a new name. */
    planFile: Optional<string>
    planMediaType: Optional<string>
    planBytes: Optional<number>
    /** Path-loss exponent; 2.0 until calibrated (rules 10). */
    pathLoss: Generated<number>
    calibration: NullableJson<Record<string, unknown>>
  }
  /** Proposals and what became of them (migration 0007); the active one's numbers are copied to floors.calibration. */
  floorCalibrations: {
    floorId: string
    version: number
    proposal: Json<CalibrationProposal>
    residualMaps: Json<Record<string, ResidualMap>>
    createdAt: DefaultTimestamp
    calibratedBy: string | null
    /** When it was last put into use. */
    activatedAt: NullableTimestamp
  }
  zoneTypes: StoredColumns & { name: string; colour: string }
  zones: StoredColumns & {
    floorId: string
    name: string
    zoneTypeId: string
    /** Percent of the plan. */
    polygon: Json<{ x: number; y: number }[]>
    isEmergency: Generated<boolean>
    isMusterPoint: Generated<boolean>
    isRestricted: Generated<boolean>
    capacity: Optional<number>
  }
  receivers: StoredColumns & {
    /** MAC address, twelve lower-case hex digits. */
    receiverId: string
    name: string
    kind: Optional<string>
    buildingId: Optional<string>
    floorId: Optional<string>
    /** Percent of the plan. */
    x: Optional<number>
    y: Optional<number>
    zM: Optional<number>
    rssiOffsetDb: Generated<number>
    /** Follows lastSeenAt within 30 s; offline after 90 s of silence (rules 8). */
    status: ColumnType<'online' | 'offline', 'online' | 'offline' | undefined>
    lastSeenAt: NullableTimestamp
    clockSkewMs: Optional<number>
    /** SHA-256, hex; null: it has no key of its own. */
    ingestKeyHash: Optional<string>
    keyIssuedAt: NullableTimestamp
  }
  heardReceivers: {
    receiverId: string
    firstSeenAt: Timestamp
    lastSeenAt: Timestamp
    readings: Generated<number>
    transmittersHeard: Generated<number>
  }
}
