// The weather of each building from a server that speaks the weather service's format, and what a warning sets off.
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { react } from '../src/domains/weather/weather-reaction.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aWeatherService } from './a-weather-service.ts'
import { eventually } from './eventually.ts'
import { aBuilding } from './site-things.ts'

let service: Awaited<ReturnType<typeof aWeatherService>>
let backend: TestBackend
let safety: Caller
let admin: Caller
beforeEach(async () => {
  service = await aWeatherService()
  backend = await aBackend({ WEATHER_URL: service.url })
  admin = await backend.as('admin')
  safety = await backend.as('safety')
})
afterEach(async () => {
  await backend.stop()
  await service.stop()
})

const tornado = {
  id: 'urn:oid:1',
  severity: 'Extreme',
  event: 'Tornado Warning',
  headline: 'Tornado nearby',
  instruction: 'TAKE COVER NOW',
}
const aPlace = () => aBuilding(admin, { latitude: 39.0473, longitude: -95.6752 })
const refresh = () => safety('POST', '/api/weather/refresh', {})
const rule = (severity: string, change: object) => safety('PUT', `/api/weather/settings/${severity}`, change)

describe('the weather', () => {
  // holds rules 8-23
  it('is read in metric units, asked for politely, and kept with its age when the service is away', async () => {
    const building = await aPlace()
    await aBuilding(admin)
    expect((await safety('GET', '/api/weather/conditions')).body.data).toEqual([
      { buildingId: building.id, buildingName: building['name'], fetchedAt: null, stale: true, conditions: null },
    ])
    expect((await refresh()).body.data).toEqual({ refreshed: 1, failed: [] })
    const [now] = (await safety('GET', '/api/weather/conditions')).body.data
    expect(now).toMatchObject({ buildingId: building.id, stale: false })
    expect(now.conditions).toEqual({
      observedAt: '2026-03-01T10:00:00.000Z',
      description: 'Light Rain',
      temperatureC: 7.2,
      humidityPct: 88,
      windKph: 14.8,
      windDirectionDeg: null,
    })
    const [forecast] = (await safety('GET', `/api/weather/forecast?buildingId=${building.id}`)).body.data
    expect(forecast.periods).toEqual([
      {
        name: 'Tonight',
        startsAt: '2026-03-02T00:00:00.000Z',
        endsAt: '2026-03-02T12:00:00.000Z',
        temperatureC: 10,
        precipitationPct: 60,
        wind: '10 mph NW',
        summary: 'Rain Likely',
      },
    ])
    expect(service.asked.every(({ headers }) => String(headers['user-agent']).startsWith('Rollcall'))).toBe(true)

    // Too soon: nothing is asked, whoever asks.
    const asked = service.asked.length
    expect((await refresh()).body.data).toEqual({ refreshed: 0, failed: [] })
    expect(service.asked).toHaveLength(asked)
    await backend.db
      .updateTable('weatherAnswers')
      .set({ fetchedAt: new Date(Date.now() - 11 * 60_000) })
      .execute()
    const [old] = (await safety('GET', '/api/weather/conditions')).body.data
    expect([old.stale, old.conditions.description]).toEqual([true, 'Light Rain'])
  })

  it('names the building and the reason when the service does not answer', async () => {
    const building = await aPlace()
    service.work(false)
    expect((await refresh()).body.data).toEqual({
      refreshed: 0,
      failed: [{ buildingId: building.id, reason: 'The weather service answered 503.' }],
    })
    expect((await safety('GET', '/api/weather/alerts')).body.data).toEqual([])
  })
})

describe('a warning', () => {
  // holds rules 8-23
  it('triggers one live emergency per its rule, tells contacts, and is linked to it', async () => {
    const building = await aPlace()
    await safety('POST', '/api/emergency/contacts', {
      name: 'Warden',
      email: 'w@example.org',
      channels: ['email', 'voice'],
    })
    await rule('Extreme', { autoTrigger: true, notify: true, channels: ['email'] })
    const second = { ...tornado, id: 'urn:oid:2', headline: 'Another tornado' }
    service.warn(tornado, second, { ...tornado, id: 'urn:oid:3', severity: 'Unknown' })
    await refresh()
    const active = (await safety('GET', '/api/emergency/active')).body.data
    expect(active).toHaveLength(1)
    expect(active[0]).toMatchObject({
      scenario: 'severe_weather',
      mode: 'live',
      triggeredBy: 'Weather service',
      message: 'Tornado nearby\nTAKE COVER NOW',
      scope: { buildingIds: [building.id] },
    })
    const alerts = (await safety('GET', '/api/weather/alerts')).body.data
    expect(
      alerts.map((one: { id: string; severity: string; emergencyId: string }) => [
        one.id,
        one.severity,
        one.emergencyId,
      ]),
    ).toEqual([
      ['urn:oid:1', 'Extreme', active[0].id],
      ['urn:oid:2', 'Extreme', null],
      ['urn:oid:3', null, null],
    ])
    const told = await eventually('the message', async () => {
      const { items } = (await safety('GET', `/api/emergency/${active[0].id}/notifications`)).body.data
      return items.length > 0 && items
    })
    expect(told.map((one: { channel: string }) => one.channel)).toEqual(['email'])
    const audit = await admin('GET', '/api/audit/logs?action=emergency.trigger')
    expect(audit.body.data.items[0]).toMatchObject({ actor: null, entityId: active[0].id })
  })

  it('triggers for every building at its place, also when one of them fails', async () => {
    const [first, second, third] = [await aPlace(), await aPlace(), await aPlace()]
    await rule('Extreme', { autoTrigger: true })
    await sql`ALTER TABLE weather_reactions ADD CONSTRAINT broken CHECK (building_id <> ${sql.lit(first.id)})`.execute(
      backend.db,
    )
    service.warn(tornado)
    await refresh()
    const active = (await safety('GET', '/api/emergency/active')).body.data
    const places = active.flatMap(({ scope }: { scope: { buildingIds: string[] } }) => scope.buildingIds)
    expect(places.toSorted()).toEqual([second.id, third.id].toSorted())
  })

  it('only tells contacts when its rule says so, and nobody when it is off', async () => {
    const building = await aPlace()
    await safety('POST', '/api/emergency/contacts', { name: 'Warden', email: 'w@example.org', channels: ['email'] })
    await rule('Minor', { enabled: false, notify: true, autoTrigger: true })
    service.warn({ ...tornado, severity: 'Severe' }, { ...tornado, id: 'urn:oid:4', severity: 'Minor' })
    await refresh()
    expect((await safety('GET', '/api/emergency/active')).body.data).toEqual([])
    const sent = await eventually('the message', async () => {
      const rows = await backend.db
        .selectFrom('emergencyNotifications')
        .select(['contactName', 'emergencyId', 'result'])
        .execute()
      return rows.length > 0 && rows
    })
    expect(sent).toEqual([{ contactName: 'Warden', emergencyId: null, result: 'dry_run' }])
    const audit = (await admin('GET', '/api/audit/logs?action=weather.notify')).body.data
    expect(audit.total).toBe(1)
    expect(audit.items[0]).toMatchObject({ actor: null, entityId: building.id, after: { alertId: 'urn:oid:1' } })
    const happened = (await safety('GET', '/api/activity?type=weather')).body.data.items
    expect(happened.map((one: { text: string }) => one.text)).toEqual([expect.stringContaining(tornado.event)])
  })

  it('is not repeated for another warning of its severity before the cooldown is over', async () => {
    const building = await aPlace()
    await rule('Extreme', { autoTrigger: false, notify: true, cooldownMinutes: 30, channels: ['email'] })
    await safety('POST', '/api/emergency/contacts', { name: 'Warden', email: 'w@example.org', channels: ['email'] })
    // One warning was acted upon earlier; the watch asks again only after half a minute, so that the past is written down here.
    const acted = (minutesAgo: number) =>
      backend.db
        .insertInto('weatherReactions')
        .values({
          buildingId: building.id,
          alertId: `urn:oid:${minutesAgo}`,
          severity: 'Extreme',
          at: new Date(Date.now() - minutesAgo * 60_000),
        })
        .execute()
    await acted(31)
    const needs = { db: backend.db, announce: () => undefined, wakeOutbox: () => undefined }
    const place = { buildingId: building.id, buildingName: 'Here', latitude: 39, longitude: -95 }
    const told = async () =>
      (await backend.db.selectFrom('notificationOutbox').select('subject').execute()).length +
      (await backend.db.selectFrom('emergencyNotifications').select('id').execute()).length
    await acted(29)
    await react(needs, place, [tornado])
    expect(await told()).toBe(0)
    await backend.db.deleteFrom('weatherReactions').where('alertId', '=', 'urn:oid:29').execute()
    await react(needs, place, [tornado])
    expect(await told()).toBe(1)
    await react(needs, place, [tornado, { ...tornado, id: 'urn:oid:new' }])
    expect(await told()).toBe(1)
  })
})
