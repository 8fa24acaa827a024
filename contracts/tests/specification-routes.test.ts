// Holds the rows against the specification's own list of routes (spec 4.2 and 4.3), written out by hand: each exactly once,
// and everything beyond it named with its reason in rows-by-hand.ts.
import { describe, expect, it } from 'vitest'
import { allRows } from '../src/api.ts'
import { developmentOnly } from '../src/domains/server-layer.ts'
import { rowsByHand } from './rows-by-hand.ts'

const specified = `
POST /api/auth/login
POST /api/auth/logout
POST /api/auth/backend-login
GET /api/auth/backend-me
GET /api/auth/csrf-token

GET /api/users
POST /api/users
PUT /api/users/{id}
DELETE /api/users/{id}
POST /api/users/{id}/reset-password
POST /api/users/{id}/unlock
GET /api/users/roles

GET /api/buildings
POST /api/buildings
GET /api/buildings/{id}
PUT /api/buildings/{id}
DELETE /api/buildings/{id}
PUT /api/buildings/order
GET /api/buildings/gateway-health

POST /api/floors
PUT /api/floors/{id}
DELETE /api/floors/{id}
POST /api/floors/{floorId}/upload
POST /api/floors/{floorId}/calibrate
POST /api/floors/{floorId}/calibrate/accept

GET /api/zones
POST /api/zones
GET /api/zones/{id}
PUT /api/zones/{id}
DELETE /api/zones/{id}
GET /api/zones/emergency

GET /api/receivers
POST /api/receivers
GET /api/receivers/{id}
PUT /api/receivers/{id}
DELETE /api/receivers/{id}
POST /api/receivers/bulk
GET /api/receivers/discover

GET /api/personnel
POST /api/personnel
PUT /api/personnel/{id}
DELETE /api/personnel/{id}
POST /api/personnel/{id}/photo
DELETE /api/personnel/{id}/photo
GET /api/personnel/{id}/beacons
GET /api/personnel/export/csv
GET /api/personnel/export/pdf
POST /api/personnel/batch-delete
POST /api/personnel/bulk-activate
POST /api/personnel/bulk-deactivate

GET /api/assets
POST /api/assets
GET /api/assets/{id}
PUT /api/assets/{id}
DELETE /api/assets/{id}
GET /api/assets/{id}/history

GET /api/emergency
POST /api/emergency
GET /api/emergency/{id}
PUT /api/emergency/{id}
POST /api/emergency/trigger
GET /api/emergency/active
GET /api/emergency/events
GET /api/emergency/muster
GET /api/emergency/contacts
POST /api/emergency/contacts
PUT /api/emergency/contacts/{contactId}
DELETE /api/emergency/contacts/{contactId}

GET /api/dashboard
GET /api/dashboard/summary
GET /api/dashboard/buildings
GET /api/dashboard/floors
GET /api/dashboard/floors/{id}
GET /api/dashboard/departments
GET /api/dashboard/personnel

GET /api/battery/stats
GET /api/battery/alerts
GET /api/battery/thresholds
PUT /api/battery/thresholds
GET /api/battery/device/{deviceId}
GET /api/battery/history/{deviceId}

GET /api/weather/conditions
GET /api/weather/forecast
GET /api/weather/alerts
GET /api/weather/settings
PUT /api/weather/settings/{severity}
POST /api/weather/refresh

GET /api/transmitters
POST /api/transmitters
GET /api/transmitters/{id}
PUT /api/transmitters/{id}
PATCH /api/transmitters/{id}
POST /api/transmitters/assign
POST /api/transmitters/bulk
GET /api/transmitters/unassigned

GET /api/phone-beacon/{token}
POST /api/phone-beacon/onboarding-token
POST /api/phone-beacon/complete-enrollment
GET /api/phone-beacon/irk-records

GET /api/audit/logs
GET /api/audit/summary
GET /api/audit/export

GET /api/mgmt/beacons
POST /api/mgmt/beacons
GET /api/mgmt/beacons/{id}
PUT /api/mgmt/beacons/{id}
DELETE /api/mgmt/beacons/{id}
GET /api/mgmt/departments
POST /api/mgmt/departments
GET /api/mgmt/departments/{id}
PUT /api/mgmt/departments/{id}
DELETE /api/mgmt/departments/{id}
GET /api/mgmt/zone-types
POST /api/mgmt/zone-types
GET /api/mgmt/zone-types/{id}
PUT /api/mgmt/zone-types/{id}
DELETE /api/mgmt/zone-types/{id}
GET /api/mgmt/settings
GET /api/mgmt/settings/ble
PUT /api/mgmt/settings/ble
GET /api/mgmt/settings/alerts
PUT /api/mgmt/settings/alerts
GET /api/mgmt/settings/general
PUT /api/mgmt/settings/general

GET /api/context
GET /api/context/floor/{floorId}
GET /api/diagnostics/signal-monitor
POST /api/gateways/sync-status
GET /api/positions/history
GET /api/negotiate
POST /api/negotiate
GET /api/health/database
GET /api/activity
POST /api/proxy/error-log
`
  .split('\n')
  .filter((line) => line !== '')

const routes = allRows.map((row) => `${row.method} ${row.path}`)

describe('the rows of the contract', () => {
  // holds spec 1.7-1, 4.2-1, 4.2-2, 4.2-3, 4.2-4, 4.2-5, 4.2-6, 4.2-7, 4.2-8, 4.2-9, 4.2-10, 4.2-11, 4.2-12
  // holds spec 4.2-13, 4.2-14, 4.2-15, 4.2-16, 4.2-17, 4.2-18, 4.2-19, 4.2-20, 4.2-21, 4.2-22, 4.2-23, 4.2-24
  it.each(specified)('hold the specified %s exactly once', (route) => {
    expect(routes.filter((one) => one === route)).toEqual([route])
  })

  // holds spec 4.1.5-4
  it('hold beyond the specification only what has a reason', () => {
    const beyond = rowsByHand.filter(({ reason }) => reason !== '').map(({ route }) => route)
    expect(routes.filter((route) => !specified.includes(route)).toSorted()).toEqual(beyond.toSorted())
  })

  // holds spec 5.3-3
  it('leave open to everyone only these', () => {
    const open = allRows.filter((row) => row.access === 'public').map((row) => `${row.method} ${row.path}`)
    expect(open.toSorted()).toEqual([
      'GET /api/auth/csrf-token',
      'GET /api/auth/methods',
      'GET /api/auth/passkey-challenge',
      'GET /api/auth/sign-in-options',
      'GET /api/contact-link/{token}',
      'GET /api/health',
      'GET /api/health/database',
      'GET /api/kiosk/{token}',
      'GET /api/muster-link/{token}',
      'GET /api/phone-beacon/{token}',
      'GET /api/ready',
      'POST /api/auth/backend-login',
      'POST /api/auth/forgot-password',
      'POST /api/auth/login',
      'POST /api/auth/logout',
      'POST /api/auth/passkey-login',
      'POST /api/auth/reset-password',
      'POST /contact-link/{token}',
      'POST /kiosk/{token}/badge',
      'POST /kiosk/{token}/scan',
      'POST /kiosk/{token}/visitors',
      'POST /muster-link/{token}',
    ])
  })

  it('keep the development-only routes of spec 4.4 apart', () => {
    const development = Object.values(developmentOnly).map((row) => `${row.method} ${row.path}`)
    expect(development).toEqual(['POST /dev-login', 'GET /dev-user', 'GET /ble/scan', 'GET /ble/status'])
  })
})
