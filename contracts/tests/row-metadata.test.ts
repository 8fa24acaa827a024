// What each row carries beside its shapes, written out by hand: what its audit records are called, how often it may be called, which
// parameters are secrets or no ids, and what its change concerns. A renamed row cannot lose any of it unnoticed.
import { describe, expect, it } from 'vitest'
import { rowsByDomain } from '../src/api.ts'
import { auditNames, paramNames, type Endpoint, type Limit } from '../src/endpoint.ts'
import { rowsByHand } from './rows-by-hand.ts'

const rows = Object.entries(rowsByDomain).flatMap(([domain, named]) =>
  Object.entries<Endpoint>(named).map(([name, row]) => ({ domain, name, row, key: `${domain}.${name}` })),
)
const tableOf = (lines: readonly string[]) => lines.toSorted()
const linesOf = (text: string) => tableOf(text.trim().split('\n'))

describe('a row that changes something', () => {
  it('says what its audit records are called and what it concerns, as written by hand', () => {
    const lines = rows
      .filter(({ row }) => row.method !== 'GET' || row.changes.length > 0 || Object.keys(row.audit).length > 0)
      .map(({ domain, name, row, key }) => {
        const { action, resource } = auditNames(domain, name, row)
        return [key, action, resource, row.changes.join(',') || '-'].join(' ')
      })
    expect(tableOf(lines)).toEqual(tableOf(rowsByHand.flatMap(({ audit }) => (audit === '' ? [] : [audit]))))
  })
})

const limited = `
auth.login 60
auth.backendLogin 60
auth.methods 120
auth.passkeyChallenge 60
auth.passkeyLogin 60
auth.forgotPassword 20
auth.resetPassword 20
auth.deviceKey 60
auth.changePassword 20
secondFactor.begin 20
secondFactor.confirm 20
secondFactor.renewCodes 20
secondFactor.remove 20
secondFactor.beginPasskey 20
secondFactor.addPasskey 20
secondFactor.removePasskey 20
push.subscribe 20
savedViews.create 60
savedViews.change 60
users.resetPassword 60
serverLayer.errorLog 60
phoneBeacon.view 30
phoneBeacon.completeEnrollment 30
muster.link 60 token
muster.answerLink 20 token
contacts.link 60 token
contacts.answerLink 20 token
personnel.exportCsv 20
personnel.exportPdf 20
muster.reportCsv 20
muster.reportPdf 20
audit.export 20
audit.verify 10
weather.refresh 10
kiosk.open 60 token
kiosk.scan 60 token
kiosk.badge 60 token
kiosk.visitor 60 token
`

const limitOf = (key: string, { max, per }: Limit) => `${key} ${max}${per === 'address' ? '' : ` ${per}`}`

describe('a limit', () => {
  it('counts by a parameter that its path has', () => {
    const others = rows.filter(({ row }) => row.limit && row.limit.per !== 'address')
    expect(others.filter(({ row }) => !paramNames(row.path).includes(row.limit?.per ?? ''))).toEqual([])
  })

  // holds spec 5.3-4
  it('is set for these rows and no others, in calls per minute and address, or whatever is named', () => {
    const lines = rows.flatMap(({ key, row }) => (row.limit ? [limitOf(key, row.limit)] : []))
    expect(tableOf(lines)).toEqual(linesOf(limited))
    expect(rows.every(({ row }) => row.limit === null || row.limit.windowMs === 60_000)).toBe(true)
  })
})

describe('a path parameter', () => {
  // holds rules 8-2
  it('is an id of ours everywhere but here', () => {
    const lines = rows.flatMap(({ key, row }) => Object.keys(row.params).map((name) => `${key} ${name}`))
    expect(tableOf(lines)).toEqual(
      linesOf(`
battery.device deviceId
battery.history deviceId
contacts.answerLink token
contacts.link token
instructions.change scenario
kiosk.badge token
kiosk.open token
kiosk.scan token
kiosk.visitor token
muster.answerLink token
muster.link token
phoneBeacon.view token
roles.change role
roles.remove role
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
    expect(secrets).toHaveLength(9)
  })
})

describe('an urgent row', () => {
  it('is one of these: what an alarm needs, and the page on which it is raised', () => {
    const urgent = rows.filter(({ row }) => row.urgent).map(({ key }) => key)
    expect(tableOf(urgent)).toEqual(
      linesOf(`
auth.me
contacts.answerLink
contacts.link
context.site
emergency.active
emergency.change
emergency.create
emergency.read
emergency.trigger
muster.account
muster.accountMany
muster.answerAsWarden
muster.answerLink
muster.link
muster.read
muster.sweep
muster.wardens
wardens.mine
`),
    )
  })
})

describe('a slow row', () => {
  it('is one of these: the past, and what is made of all of it', () => {
    const slow = rows.filter(({ row }) => row.slow).map(({ key }) => key)
    expect(tableOf(slow)).toEqual(
      linesOf(`
audit.export
audit.summary
muster.report
muster.reportCsv
muster.reportPdf
personnel.exportCsv
personnel.exportPdf
positions.heat
positions.history
positions.presence
`),
    )
  })
})

describe('before a password was changed or a second factor set up', () => {
  it('only these rows are open', () => {
    const open = rows.filter(({ row }) => row.beforePasswordChange).map(({ key }) => key)
    expect(open).toEqual(['auth.me', 'auth.changePassword'])
  })
  it('only these rows are open to somebody who must set up a second factor', () => {
    const open = rows.filter(({ row }) => row.beforeSecondFactor).map(({ key }) => key)
    expect(open).toEqual([
      'auth.me',
      'auth.changePassword',
      'secondFactor.read',
      'secondFactor.begin',
      'secondFactor.confirm',
      'secondFactor.beginPasskey',
      'secondFactor.addPasskey',
    ])
  })
})
