// The activity of the last 24 hours, through the door (spec 4.2 Activity, rules 8).
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBadge, aPerson, aReceiver } from './site-things.ts'

let backend: TestBackend
let operator: Caller
let badge: string
let receiver: string

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)

beforeAll(async () => {
  backend = await aBackend()
  const admin = await backend.as('admin')
  operator = await backend.as('operator')
  const person = await aPerson(admin)
  badge = String((await aBadge(admin, { entityType: 'employee', entityId: person.id })).transmitterId)
  receiver = String((await aReceiver(admin)).receiverId)
  await backend.db
    .insertInto('activity')
    .values([
      { type: 'detected', at: hoursAgo(3), text: 'Seen at the door', transmitterId: badge, receiverId: receiver },
      { type: 'zone_entered', at: hoursAgo(2), text: 'Came to the café', transmitterId: badge },
      { type: 'weather', at: hoursAgo(1), text: 'Thunderstorm warning' },
      { type: 'weather', at: hoursAgo(25), text: 'Yesterday' },
    ])
    .execute()
})
afterAll(() => backend.stop())

const texts = async (query = '') => {
  const { items } = (await operator('GET', `/api/activity${query}`)).body.data
  return items.map(({ text }: { text: string }) => text)
}

describe('GET /api/activity', () => {
  // holds spec 4.2-23; rules 8-34
  it('lists the activity of a day, newest first, 25 to a page', async () => {
    expect(await texts()).toEqual(['Thunderstorm warning', 'Came to the café', 'Seen at the door'])
    expect((await operator('GET', '/api/activity')).body.data).toMatchObject({ total: 3, page: 1, pageSize: 25 })
  })

  // holds rules 8-34
  it.each([
    ['text', () => '?q=door'],
    ['receiver', () => `?receiverId=${receiver}`],
    ['type', () => '?type=detected'],
    ['time', () => `?to=${hoursAgo(2.5).toISOString()}`],
  ])('filters by %s', async (_, query) => {
    expect(await texts(query())).toEqual(['Seen at the door'])
  })

  it('is closed to those without activity.read', async () => {
    const viewer = await backend.as('viewer')
    expect((await viewer('GET', '/api/activity')).status).toBe(403)
  })
})
