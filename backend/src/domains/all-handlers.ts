// Every domain's handlers under the name of its rows. server.ts gives this to http/implement.ts.
import type { UserLookup } from '../auth/current-user.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { SessionIssuer } from '../auth/session-issuer.ts'
import type { SignIn } from '../auth/sign-in.ts'
import type { Config } from '../config.ts'
import type { FileStore } from '../files/file-store.ts'
import type { AllHandlers } from '../http/implement.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import { buildingHandlers } from './buildings/building-handlers.ts'
import { contextHandlers } from './context/context-handlers.ts'
import { floorHandlers } from './floors/floor-handlers.ts'
import * as pending from './not-built-yet.ts'
import { positionHandlers } from './positions/position-handlers.ts'
import { realtimeHandlers } from './realtime/realtime-handlers.ts'
import { gatewayHandlers, receiverHandlers } from './receivers/receiver-handlers.ts'
import { settingsHandlers } from './settings/settings-handlers.ts'
import { roleHandlers, userHandlers } from './users/user-handlers.ts'
import { zoneHandlers } from './zones/zone-handlers.ts'
import { zoneTypeHandlers } from './zone-types/zone-type-handlers.ts'

export type HandlerNeeds = {
  readonly config: Config
  readonly lookup: UserLookup
  readonly passwords: Passwords
  readonly issue: SessionIssuer
  readonly signIn: SignIn
  readonly files: FileStore
}

export function createHandlers(needs: HandlerNeeds): AllHandlers {
  return {
    auth: authHandlers(needs),
    users: userHandlers(needs),
    roles: roleHandlers(needs),
    audit: auditHandlers,
    buildings: buildingHandlers,
    floors: floorHandlers(needs.files),
    zones: zoneHandlers,
    zoneTypes: zoneTypeHandlers,
    receivers: receiverHandlers,
    gateways: gatewayHandlers,
    settings: settingsHandlers,
    context: contextHandlers,
    positions: positionHandlers,
    realtime: realtimeHandlers(needs.config.realtime),
    personnel: pending.personnelHandlers,
    assets: pending.assetsHandlers,
    emergency: pending.emergencyHandlers,
    muster: pending.musterHandlers,
    contacts: pending.contactsHandlers,
    dashboard: pending.dashboardHandlers,
    battery: pending.batteryHandlers,
    weather: pending.weatherHandlers,
    transmitters: pending.transmittersHandlers,
    phoneBeacon: pending.phoneBeaconHandlers,
    beacons: pending.beaconsHandlers,
    departments: pending.departmentsHandlers,
    diagnostics: pending.diagnosticsHandlers,
    activity: pending.activityHandlers,
  }
}
