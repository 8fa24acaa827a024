// The whole API: every domain's rows. A row listed in `backendRows` is implemented by the backend and proxied by the server
// layer; `serverLayer` rows end in the server layer. Adding an endpoint is one row here plus one handler there.
import type { Endpoint } from './endpoint.ts'
import { activity } from './domains/activity.ts'
import { alerts } from './domains/alerts.ts'
import { assets } from './domains/assets.ts'
import { audit } from './domains/audit.ts'
import { auth } from './domains/auth.ts'
import { battery } from './domains/battery.ts'
import { beacons } from './domains/beacons.ts'
import { buildings } from './domains/buildings.ts'
import { contacts } from './domains/contacts.ts'
import { context } from './domains/context.ts'
import { dashboard } from './domains/dashboard.ts'
import { departments } from './domains/departments.ts'
import { diagnostics } from './domains/diagnostics.ts'
import { emergency } from './domains/emergency.ts'
import { floors } from './domains/floors.ts'
import { gateways } from './domains/gateways.ts'
import { muster } from './domains/muster.ts'
import { personnel } from './domains/personnel.ts'
import { phoneBeacon } from './domains/phone-beacon.ts'
import { positions } from './domains/positions.ts'
import { realtime } from './domains/realtime.ts'
import { receivers } from './domains/receivers.ts'
import { roles } from './domains/roles.ts'
import { serverLayer } from './domains/server-layer.ts'
import { settings } from './domains/settings.ts'
import { transmitters } from './domains/transmitters.ts'
import { users } from './domains/users.ts'
import { weather } from './domains/weather.ts'
import { zones } from './domains/zones.ts'
import { zoneTypes } from './domains/zone-types.ts'

export const backendRows = {
  auth,
  users,
  roles,
  buildings,
  floors,
  zones,
  receivers,
  personnel,
  assets,
  emergency,
  muster,
  contacts,
  dashboard,
  battery,
  weather,
  transmitters,
  phoneBeacon,
  audit,
  beacons,
  departments,
  zoneTypes,
  settings,
  context,
  diagnostics,
  gateways,
  positions,
  realtime,
  activity,
  alerts,
}
export type BackendRows = typeof backendRows

/** Every row by domain and name, as the browser calls it and OpenAPI lists it. */
export const rowsByDomain = { ...backendRows, serverLayer }

export const allRows: readonly Endpoint[] = Object.values(rowsByDomain).flatMap((domain) =>
  Object.values<Endpoint>(domain),
)
