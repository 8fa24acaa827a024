// Every domain's handlers under the name of its rows. server.ts gives this to http/implement.ts.
import type { Authenticate } from '../auth/authenticate.ts'
import type { DeviceKeys } from '../auth/device-keys.ts'
import type { PasswordMail } from './auth/password-mail.ts'
import type { Passkeys } from '../auth/passkeys.ts'
import type { Passwords } from '../auth/passwords.ts'
import type { SecondFactors } from '../auth/second-factors.ts'
import type { SessionIssuer } from '../auth/session-issuer.ts'
import type { SignIn } from '../auth/sign-in.ts'
import type { NotifySettings, RealtimeSettings } from '../config.ts'
import type { Database } from '../database/schema.ts'
import type { FileStore } from '../files/file-store.ts'
import type { HeavyWork } from '../heavy/heavy-work.ts'
import type { AllHandlers } from '../http/implement.ts'
import type { DisconnectUser } from '../realtime/disconnect-user.ts'
import type { TellAccount } from '../realtime/tell-account.ts'
import type { Seal } from '../seal.ts'
import type { Calibrator } from '../positioning/calibration/calibrator.ts'
import type { FloorRadios } from '../positioning/floor-radio.ts'
import type { SignalMonitor } from '../positioning/signal-monitor.ts'
import { activityHandlers } from './activity/activity-handlers.ts'
import { alertHandlers } from './alerts/alert-handlers.ts'
import type { AnnounceAlerts, TellAssigned } from './alerts/alert-watch.ts'
import { assetHandlers } from './assets/asset-handlers.ts'
import { auditHandlers } from './audit/audit-handlers.ts'
import { diagnosticsHandlers } from './diagnostics/diagnostics-handlers.ts'
import { authHandlers } from './auth/auth-handlers.ts'
import { batteryHandlers } from './battery/battery-handlers.ts'
import { buildingHandlers } from './buildings/building-handlers.ts'
import { contextHandlers } from './context/context-handlers.ts'
import { dashboardHandlers } from './dashboard/dashboard-handlers.ts'
import { departmentHandlers } from './departments/department-handlers.ts'
import type { AnnounceEmergency } from './emergency/announce-emergency.ts'
import { drillHandlers } from './emergency/drill-handlers.ts'
import { contactHandlers } from './emergency/contact-handlers.ts'
import { createEmergencyLine } from './emergency/emergency-line.ts'
import { emergencyHandlers } from './emergency/emergency-handlers.ts'
import { instructionHandlers } from './emergency/instruction-handlers.ts'
import { musterHandlers } from './emergency/muster-handlers.ts'
import { reviewHandlers } from './emergency/review-handlers.ts'
import { siteRosterHandlers } from './emergency/site-roster-handlers.ts'
import { floorHandlers } from './floors/floor-handlers.ts'
import { importHandlers } from './imports/import-handlers.ts'
import { personHandlers } from './personnel/person-handlers.ts'
import { phoneBeaconHandlers } from './phone-beacon/phone-beacon-handlers.ts'
import { positionHandlers } from './positions/position-handlers.ts'
import { createSiteAnswer } from './site-answers.ts'
import type { CachedAnswers } from '../cached-answer.ts'
import type { Presence } from './positions/presence.ts'
import { pushHandlers } from './push/push-handlers.ts'
import { readinessHandlers } from './readiness/readiness-handlers.ts'
import type { ReadinessWatch } from './readiness/readiness-watch.ts'
import { realtimeHandlers } from './realtime/realtime-handlers.ts'
import type { ReceiverDoor } from './receivers/receiver-connection.ts'
import { gatewayHandlers, receiverHandlers } from './receivers/receiver-handlers.ts'
import { savedViewHandlers } from './saved-views/saved-view-handlers.ts'
import { secondFactorHandlers } from './second-factor/second-factor-handlers.ts'
import { settingsHandlers } from './settings/settings-handlers.ts'
import { setupHandlers } from './setup/setup-handlers.ts'
import { beaconHandlers, transmitterHandlers } from './transmitters/transmitter-handlers.ts'
import { roleHandlers } from './users/role-handlers.ts'
import { userHandlers } from './users/user-handlers.ts'
import { kioskHandlers } from './visits/kiosk-handlers.ts'
import { visitHandlers } from './visits/visit-handlers.ts'
import { wardenHandlers } from './wardens/warden-handlers.ts'
import { weatherHandlers } from './weather/weather-handlers.ts'
import type { WeatherWatch } from './weather/weather-watch.ts'
import { wallHandlers } from './walls/wall-handlers.ts'
import { zoneHandlers } from './zones/zone-handlers.ts'
import { zoneTypeHandlers } from './zone-types/zone-type-handlers.ts'

type HandlerNeeds = {
  readonly realtime: RealtimeSettings | null
  readonly door: ReceiverDoor
  readonly notify: NotifySettings
  readonly authenticate: Authenticate
  readonly disconnect: DisconnectUser
  readonly tellAccount: TellAccount
  readonly passwords: Passwords
  readonly issue: SessionIssuer
  readonly signIn: SignIn
  readonly secondFactors: SecondFactors
  readonly passkeys: Passkeys
  readonly passwordMail: PasswordMail
  readonly deviceKeys: DeviceKeys
  readonly files: FileStore
  readonly heavy: HeavyWork
  readonly announce: AnnounceEmergency
  readonly canMail: boolean
  readonly wakeOutbox: () => void
  readonly wakeLinks: () => void
  readonly calibrate: Calibrator
  readonly radioOf: FloorRadios
  readonly signals: SignalMonitor
  readonly weather: WeatherWatch
  readonly db: Database
  readonly presence: Presence
  readonly siteAnswers: CachedAnswers
  /** How long counts are kept that look at every row. */
  readonly cacheMs: number
  readonly announceAlerts: AnnounceAlerts
  readonly tellAssigned: TellAssigned
  readonly readiness: ReadinessWatch['readiness']
  readonly pushKey: () => Promise<string>
  readonly pushServices: readonly string[]
  /** For the keys of phones. */
  readonly seal: Seal
}

export function createHandlers(needs: HandlerNeeds): AllHandlers {
  const siteAnswer = createSiteAnswer(needs.siteAnswers)
  const inLine = createEmergencyLine()
  return {
    auth: authHandlers(needs),
    users: userHandlers(needs),
    roles: roleHandlers(needs),
    buildings: buildingHandlers,
    floors: floorHandlers(needs),
    walls: wallHandlers,
    zones: zoneHandlers,
    receivers: receiverHandlers(needs.door),
    personnel: personHandlers(needs.files, needs.heavy),
    assets: assetHandlers,
    emergency: emergencyHandlers(needs),
    muster: musterHandlers({ ...needs, inLine }),
    siteRoster: siteRosterHandlers(),
    contacts: contactHandlers({ ...needs, inLine }),
    instructions: instructionHandlers,
    drills: drillHandlers,
    reviews: reviewHandlers,
    visits: visitHandlers,
    wardens: wardenHandlers,
    kiosk: kioskHandlers,
    dashboard: dashboardHandlers(needs.presence, siteAnswer),
    battery: batteryHandlers,
    weather: weatherHandlers(needs.weather),
    transmitters: transmitterHandlers,
    phoneBeacon: phoneBeaconHandlers(needs.seal),
    audit: auditHandlers(needs.heavy),
    beacons: beaconHandlers,
    departments: departmentHandlers,
    imports: importHandlers,
    zoneTypes: zoneTypeHandlers,
    savedViews: savedViewHandlers,
    secondFactor: secondFactorHandlers(needs),
    settings: settingsHandlers(needs.notify),
    setup: setupHandlers,
    context: contextHandlers(needs.presence, siteAnswer),
    diagnostics: diagnosticsHandlers(needs.signals),
    gateways: gatewayHandlers,
    positions: positionHandlers,
    readiness: readinessHandlers(needs),
    realtime: realtimeHandlers(needs.realtime),
    activity: activityHandlers(needs.db, needs.cacheMs),
    alerts: alertHandlers(needs),
    push: pushHandlers(needs),
  }
}
