// The names of schemas, taken from the names they are exported under, so that nobody has to repeat them. Read by OpenAPI.
import { z } from 'zod'
import * as channels from './channels.ts'
import * as activity from './domains/activity.ts'
import * as alerts from './domains/alerts.ts'
import * as assets from './domains/assets.ts'
import * as audit from './domains/audit.ts'
import * as auth from './domains/auth.ts'
import * as battery from './domains/battery.ts'
import * as beacons from './domains/beacons.ts'
import * as buildings from './domains/buildings.ts'
import * as contacts from './domains/contacts.ts'
import * as context from './domains/context.ts'
import * as dashboard from './domains/dashboard.ts'
import * as departments from './domains/departments.ts'
import * as diagnostics from './domains/diagnostics.ts'
import * as emergency from './domains/emergency.ts'
import * as floors from './domains/floors.ts'
import * as gateways from './domains/gateways.ts'
import * as muster from './domains/muster.ts'
import * as personnel from './domains/personnel.ts'
import * as phoneBeacon from './domains/phone-beacon.ts'
import * as positions from './domains/positions.ts'
import * as realtime from './domains/realtime.ts'
import * as receivers from './domains/receivers.ts'
import * as roles from './domains/roles.ts'
import * as serverLayer from './domains/server-layer.ts'
import * as settings from './domains/settings.ts'
import * as transmitters from './domains/transmitters.ts'
import * as users from './domains/users.ts'
import * as weather from './domains/weather.ts'
import * as zoneTypes from './domains/zone-types.ts'
import * as zones from './domains/zones.ts'
import * as fields from './fields.ts'
import * as list from './list.ts'
import * as problems from './problems.ts'

const files: readonly object[] = [
  fields,
  list,
  problems,
  channels,
  activity,
  alerts,
  assets,
  audit,
  auth,
  battery,
  beacons,
  buildings,
  contacts,
  context,
  dashboard,
  departments,
  diagnostics,
  emergency,
  floors,
  gateways,
  muster,
  personnel,
  phoneBeacon,
  positions,
  realtime,
  receivers,
  roles,
  serverLayer,
  settings,
  transmitters,
  users,
  weather,
  zoneTypes,
  zones,
]

export const schemaNames: ReadonlyMap<z.ZodType, string> = new Map(
  files.flatMap((file) =>
    Object.entries<unknown>({ ...file }).flatMap(([name, value]) =>
      value instanceof z.ZodType ? [[value, name] as const] : [],
    ),
  ),
)
