// What the database does not say of a column: what lies in its JSON, which words it takes where no CHECK lists them, and what of a view
// is never null. By table and column; tables.generated.ts takes it from here.
import type { AmbientDevice } from '@rollcall/contracts/channels'
import type { ActivityEntry } from '@rollcall/contracts/domains/activity'
import type { AlertKind } from '@rollcall/contracts/domains/alerts'
import type { CalibrationProposal } from '@rollcall/contracts/domains/floors'
import type { Said } from '@rollcall/contracts/sentences'
import type { Wall } from '@rollcall/contracts/domains/walls'
import type { EntityType, PositionEntry } from '@rollcall/contracts/domains/positions'

export type ColumnTypes = {
  'activity.said': Said
  'activity.type': ActivityEntry['type']
  'alerts.kind': AlertKind
  'alerts.said': Said
  'ambient_devices.device_type': AmbientDevice['deviceType']
  'carriers.entity_type': EntityType
  'carriers.name': string
  'carriers.person_status': 'active' | 'inactive' | 'suspended' | null
  'carriers.status': 'in_stock' | 'assigned' | 'lost' | 'retired'
  'carriers.transmitter_id': string
  'emergency_roster.evidence': Record<string, unknown>
  'emergency_timeline.said': Said
  'emergency_timeline.type': 'triggered' | 'changed' | 'accounted' | 'searched' | 'notified' | 'answered' | 'resolved'
  'floor_calibrations.proposal': CalibrationProposal
  'floor_calibrations.residual_maps': Record<string, ResidualMap>
  'floor_rests.heard': { receiverId: string; rssi: number | null; count: number }[]
  'floor_walls.walls': Wall[]
  'floors.calibration': Record<string, unknown>
  'position_history.method': PositionEntry['positionMethod']
  'saved_views.query': Record<string, string>
  'settings.value': Record<string, unknown>
  'transmitter_carriers.entity_type': EntityType
  'zones.polygon': { x: number; y: number }[]
}

/** Of one receiver, stored with the calibration: places and their weights (positioning/calibration/residual-map.ts). */
export interface ResidualMap {
  xM: readonly number[]
  yM: readonly number[]
  weights: readonly number[]
  /** Correlation length, metres. */
  lengthM: number
}
