// What each row carries beside its shapes, written out by hand: what its audit records are called, how often it may be called, which
// parameters are secrets or no ids, and what its change concerns. A renamed row cannot lose any of it unnoticed.
import { describe, expect, it } from 'vitest'
import { rowsByDomain } from '../src/api.ts'
import { auditNames, paramNames, type Endpoint } from '../src/endpoint.ts'

const rows = Object.entries(rowsByDomain).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named).map(([name, row]) => ({ domain, name, row, key: `${domain}.${name}` })),
)
const tableOf = (lines: readonly string[]) => lines.toSorted()
const linesOf = (text: string) => tableOf(text.trim().split('\n'))

/** Row, action and resource of its audit records, topics. A dash: nothing that anybody keeps a copy of. */
const changing = `
auth.login auth.login users -
auth.backendLogin auth.login users -
auth.logout auth.logout users accounts
auth.changePassword auth.changePassword users accounts
users.create users.create users accounts
users.change users.change users accounts
users.remove users.remove users accounts
users.resetPassword users.resetPassword users accounts
users.unlock users.unlock users accounts
roles.change roles.change roles accounts
buildings.create buildings.create buildings site
buildings.reorder buildings.reorder buildings site
buildings.change buildings.change buildings site
buildings.remove buildings.remove buildings site,receivers
floors.create floors.create floors site
floors.change floors.change floors site
floors.remove floors.remove floors site,receivers
floors.uploadPlan floors.uploadPlan floors site
floors.calibrate floors.calibrate floors -
floors.acceptCalibration floors.acceptCalibration floors site
floors.rollbackCalibration floors.rollbackCalibration floors site
zones.create zones.create zones site
zones.change zones.change zones site
zones.remove zones.remove zones site
receivers.create receivers.create receivers receivers
receivers.bulk receivers.create receivers receivers
receivers.change receivers.change receivers receivers
receivers.issueKey receivers.issueKey receivers receivers
receivers.removeKey receivers.removeKey receivers receivers
receivers.remove receivers.remove receivers receivers
personnel.create personnel.create people people
personnel.exportCsv personnel.export people -
personnel.exportPdf personnel.export people -
personnel.import personnel.create people people
personnel.batchDelete personnel.remove people people,transmitters
personnel.bulkActivate personnel.change people people
personnel.bulkDeactivate personnel.change people people
personnel.change personnel.change people people,transmitters
personnel.remove personnel.remove people people,transmitters
personnel.uploadPhoto personnel.uploadPhoto people people
personnel.removePhoto personnel.removePhoto people people
assets.create assets.create assets assets,transmitters
assets.change assets.change assets assets,transmitters
assets.remove assets.remove assets assets,transmitters
emergency.create emergency.trigger emergencies emergencies
emergency.trigger emergency.trigger emergencies emergencies
emergency.change emergency.change emergencies emergencies
muster.account muster.account emergencies emergencies
muster.createLinks muster.createLinks emergencies emergencies
muster.answerLink muster.answerLink emergencies emergencies
contacts.create contacts.create emergency_contacts contacts
contacts.change contacts.change emergency_contacts contacts
contacts.remove contacts.remove emergency_contacts contacts
battery.changeThresholds battery.changeThresholds battery_thresholds settings
weather.changeSettings weather.changeSettings weather_settings weather
weather.refresh weather.refresh weather_answers weather
transmitters.create transmitters.create transmitters transmitters
transmitters.assign transmitters.assign transmitters transmitters
transmitters.bulk transmitters.create transmitters transmitters
transmitters.change transmitters.change transmitters transmitters
transmitters.patch transmitters.change transmitters transmitters
transmitters.remove transmitters.remove transmitters transmitters
phoneBeacon.createToken phoneBeacon.createToken people -
phoneBeacon.completeEnrollment phoneBeacon.completeEnrollment transmitters transmitters
audit.write audit.write audit -
beacons.create transmitters.create transmitters transmitters
beacons.change transmitters.change transmitters transmitters
beacons.remove transmitters.remove transmitters transmitters
departments.create departments.create departments people
departments.change departments.change departments people
departments.remove departments.remove departments people
zoneTypes.create zoneTypes.create zone_types site
zoneTypes.change zoneTypes.change zone_types site
zoneTypes.remove zoneTypes.remove zone_types site
settings.changeBle settings.change settings settings
settings.changeAlerts settings.change settings settings
settings.changeGeneral settings.change settings settings
gateways.syncStatus gateways.syncStatus receivers receivers
realtime.negotiateByPost realtime.negotiateByPost realtime -
alerts.acknowledge alerts.acknowledge alerts alerts
serverLayer.errorLog serverLayer.errorLog serverLayer -
`

describe('a row that changes something', () => {
  it('says what its audit records are called and what it concerns, as written here', () => {
    const lines = rows
      .filter(({ row }) => row.method !== 'GET' || row.changes.length > 0 || Object.keys(row.audit).length > 0)
      .map(({ domain, name, row, key }) => {
        const { action, resource } = auditNames(domain, name, row)
        return [key, action, resource, row.changes.join(',') || '-'].join(' ')
      })
    expect(tableOf(lines)).toEqual(linesOf(changing))
  })
})

const limited = `
auth.login 60
auth.backendLogin 60
auth.changePassword 20
users.resetPassword 60
phoneBeacon.view 30
phoneBeacon.completeEnrollment 30
muster.link 60
muster.answerLink 60
personnel.exportCsv 20
personnel.exportPdf 20
muster.reportCsv 20
muster.reportPdf 20
audit.export 20
audit.verify 10
weather.refresh 10
`

describe('a limit', () => {
  it('is set for these rows and no others, in calls per minute', () => {
    const lines = rows.flatMap(({ key, row }) => (row.limit ? [`${key} ${row.limit.max}`] : []))
    expect(tableOf(lines)).toEqual(linesOf(limited))
    expect(rows.every(({ row }) => row.limit === null || row.limit.windowMs === 60_000)).toBe(true)
  })
})

describe('a path parameter', () => {
  it('is an id of ours everywhere but here', () => {
    const lines = rows.flatMap(({ key, row }) => Object.keys(row.params).map((name) => `${key} ${name}`))
    expect(tableOf(lines)).toEqual(
      linesOf(`
battery.device deviceId
battery.history deviceId
muster.answerLink token
muster.link token
phoneBeacon.view token
roles.change role
weather.changeSettings severity
`),
    )
  })

  it('is a secret wherever it is called a token', () => {
    const secrets = rows.flatMap(({ key, row }) => row.secret.map((name) => `${key} ${name}`))
    const tokens = rows.flatMap(({ key, row }) =>
      paramNames(row.path).flatMap((name) => (/token|key|secret/i.test(name) ? [`${key} ${name}`] : [])),
    )
    expect(secrets).toEqual(tokens)
    expect(secrets).toHaveLength(3)
  })
})

describe('before a password was changed', () => {
  it('only these rows are open', () => {
    const open = rows.filter(({ row }) => row.beforePasswordChange).map(({ key }) => key)
    expect(open).toEqual(['auth.me', 'auth.changePassword'])
  })
})
