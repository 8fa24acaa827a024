// Addresses that nobody registered, through the whole backend: ambient devices on the floor's snapshot and on global:all, and enrolled
// phones recognised behind their changing addresses (spec 6.1, rules 8).
import { createCipheriv, randomBytes } from 'node:crypto'
import { AmbientBatch } from '@rollcall/contracts/channels'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { adStructure, aFrame } from '../src/ingest/advertisement/a-frame.ts'
import { createAmbientWatch } from '../src/ingest/ambient/ambient-watch.ts'
import { createAmbientDevices } from '../src/ingest/ambient/ambient-devices.ts'
import { aBackend, type Caller, type TestBackend, testSecrets } from './a-backend.ts'
import { aRelayStandIn } from './a-relay-stand-in.ts'
import { eventually } from './eventually.ts'
import { aBadge, aFloor, aMac, aPerson, aReceiver } from './site-things.ts'

const soon = { timeout: 20_000, interval: 100 }
const appleNearby = adStructure(0xff, '4c001005011c2233')
const ruuvi = adStructure(0xff, '99040512fc5394')

let relay: Awaited<ReturnType<typeof aRelayStandIn>>
let server: TestBackend
let admin: Caller
let floorId: string
let receiverIds: string[]
beforeAll(async () => {
  relay = await aRelayStandIn()
  server = await aBackend({ REALTIME_PUBLISH_URL: relay.url })
  admin = await server.as('admin')
  floorId = (await aFloor(admin)).id
  const places = [
    [20, 20],
    [80, 20],
    [50, 80],
  ] as const
  receiverIds = []
  for (const [x, y] of places) receiverIds.push((await aReceiver(admin, { floorId, x, y }))['receiverId'] as string)
  const badge = await aBadge(admin)
  await eventually('positioning that knows every receiver', async () => {
    await hear(badge['transmitterId'] as string)
    return (await context()).positions[0]?.receiverCount === places.length
  })
})
afterAll(async () => {
  await server.stop()
  await relay.stop()
})

async function hear(address: string, says: string[] = [], transmitterIdType = 3): Promise<void> {
  const raddec = {
    transmitterId: address,
    transmitterIdType,
    rssiSignature: receiverIds.map((receiverId, i) => ({ receiverId, rssi: -60 - 5 * i })),
    timestamp: Date.now(),
    packets: says.length > 0 ? [aFrame(address, says, { isRandom: transmitterIdType === 3 })] : undefined,
  }
  const authorization = `Bearer ${testSecrets.INGEST_KEY}`
  const { status } = await server.nobody('POST', '/ingest/raddec', raddec, { headers: { authorization } })
  expect(status).toBe(202)
}
const context = async () => (await admin('GET', `/api/context/floor/${floorId}`)).body.data
const idsOf = (positions: { transmitterId: string }[]) => positions.map(({ transmitterId }) => transmitterId)
const told = () =>
  relay.publications
    .filter(({ channel }) => channel === 'global:all')
    .flatMap(({ data }) => AmbientBatch.parse(data).data)

describe('ambient devices', () => {
  // holds spec 1.6-2, 6.1-4, 6.1-5
  it('are told once on global:all and stand in the snapshot of the floor', async () => {
    await vi.waitFor(async () => {
      await hear('5a0000000001', [appleNearby])
      await hear('c10000000002', [ruuvi])
      await hear('4a0000000003')
      expect(told()).toHaveLength(2)
      expect((await context()).ambientDevices).toHaveLength(2)
    }, soon)
    const { ambientDevices } = await context()
    const phone = { deviceId: '5a0000000001', deviceType: 'phone', manufacturer: 'Apple', receiverId: receiverIds[0] }
    expect(ambientDevices).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ ...phone, rssi: -60 }),
        expect.objectContaining({ deviceId: 'c10000000002', deviceType: 'sensor', manufacturer: 'Ruuvi' }),
      ]),
    )
    expect(told()).toEqual(expect.arrayContaining([expect.objectContaining(phone)]))
  })

  it('are hidden from whoever may not see them', async () => {
    const viewer = await server.as('viewer')
    expect((await viewer('GET', `/api/context/floor/${floorId}`)).body.data.ambientDevices).toEqual([])
  })

  it('are never receivers that hear each other', async () => {
    const count = told().length
    await hear(receiverIds[1]!, [appleNearby])
    await hear('5a0000000009', [appleNearby])
    await vi.waitFor(() => expect(told().length).toBeGreaterThan(count), soon)
    expect(told().map(({ deviceId }) => deviceId)).not.toContain(receiverIds[1])
  })

  // holds rules 8-33
  it('leave the database a quarter of an hour after they were last heard', async () => {
    const devices = createAmbientDevices({ makerOf: () => null })
    const at = Date.now()
    const frames = { form: 'pdu' as const, hex: [aFrame('5a00000000aa', [appleNearby])] }
    devices.add([{ transmitterId: '5a00000000aa', receiverId: receiverIds[0]!, rssi: -50, at, arrivedAt: at, frames }])
    let time = at
    const { log } = server.backend.app
    const watch = createAmbientWatch({ db: server.db, devices, log, now: () => time })
    const kept = () => server.db.selectFrom('ambientDevices').select('deviceId').execute()
    await watch.run()
    expect((await kept()).map(({ deviceId }) => deviceId)).toContain('5a00000000aa')
    time = at + 15 * 60_000 + 60_000
    await watch.run()
    expect(await kept()).toEqual([])
  })
})

describe('enrolled phones', () => {
  const anAddress = (key: Buffer) => {
    const prand = randomBytes(3)
    prand[0] = (prand[0]! & 0x3f) | 0x40
    const block = createCipheriv('aes-128-ecb', key, null).update(Buffer.concat([Buffer.alloc(13), prand]))
    return Buffer.concat([prand, block.subarray(13)]).toString('hex')
  }
  async function enrol(irk: Buffer) {
    const person = await aPerson(admin, { fullName: `Carries ${irk.toString('hex').slice(0, 4)}` })
    const { token } = (await admin('POST', '/api/phone-beacon/onboarding-token', { personId: person.id })).body.data
    const body = { token, irk: irk.toString('hex'), platform: 'ios', label: 'Phone' }
    const { transmitter } = (await admin('POST', '/api/phone-beacon/complete-enrollment', body)).body.data
    return { person, transmitterId: transmitter.transmitterId as string }
  }
  const recordOf = async (personId: string) => {
    const { items } = (await admin('GET', '/api/phone-beacon/irk-records?pageSize=200')).body.data
    return items.find((one: { personId: string }) => one.personId === personId)
  }

  it.each([
    ['as it is', (key: Buffer) => key],
    ['with its octets turned round', (key: Buffer) => Buffer.from(key).reverse()],
  ])('are found by a key enrolled %s, once a second address confirms them', async (_, asEnrolled) => {
    const key = randomBytes(16)
    const { person, transmitterId } = await enrol(asEnrolled(key))
    const [first, second] = [anAddress(key), anAddress(key)]
    await vi.waitFor(async () => {
      await hear(first, [appleNearby])
      expect((await recordOf(person.id)).state).toBe('candidate')
    }, soon)
    expect(idsOf((await context()).positions)).not.toContain(transmitterId)
    await vi.waitFor(async () => {
      await hear(second, [appleNearby])
      expect(idsOf((await context()).positions)).toContain(transmitterId)
      expect((await recordOf(person.id)).state).toBe('confirmed')
    }, soon)
    const entry = (await context()).positions.find(
      (one: { transmitterId: string }) => one.transmitterId === transmitterId,
    )
    expect(entry).toMatchObject({ name: person['fullName'], entityType: 'employee', entityId: person.id })
    expect((await recordOf(person.id)).lastResolvedAt).not.toBeNull()
    expect(told().map(({ deviceId }) => deviceId)).not.toContain(second)
  })

  it('are strangers again when they are taken back', async () => {
    const key = randomBytes(16)
    const { transmitterId } = await enrol(key)
    const [first, last] = [anAddress(key), anAddress(key)]
    await vi.waitFor(async () => {
      await hear(first)
      await hear(last)
      expect(idsOf((await context()).positions)).toContain(transmitterId)
    }, soon)
    const { items } = (await admin('GET', '/api/transmitters?pageSize=200')).body.data
    const { id } = items.find((one: { transmitterId: string }) => one.transmitterId === transmitterId)
    expect((await admin('PATCH', `/api/transmitters/${id}`, { entityId: null, status: 'retired' })).status).toBe(200)
    await vi.waitFor(async () => {
      await hear(last, [appleNearby])
      expect(told().map(({ deviceId }) => deviceId)).toContain(last)
    }, soon)
  })

  it('are not confused with badges: a registered address is never foreign', async () => {
    const badge = aMac()
    const { status } = await admin('POST', '/api/transmitters', { transmitterId: badge, entityType: 'employee' })
    expect(status).toBe(201)
    await vi.waitFor(async () => {
      await hear(badge)
      expect(idsOf((await context()).positions)).toContain(badge)
    }, soon)
    await hear(badge, [appleNearby])
    const stranger = '5a00000000bb'
    await vi.waitFor(async () => {
      await hear(stranger, [appleNearby])
      expect(told().map(({ deviceId }) => deviceId)).toContain(stranger)
    }, soon)
    expect(told().map(({ deviceId }) => deviceId)).not.toContain(badge)
  })
})
