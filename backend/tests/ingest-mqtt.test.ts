// The formats over a real MQTT broker: what is taken, what is not, and a broker that goes and comes (rules 12).
import { pino } from 'pino'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createIngestCounters } from '../src/ingest/ingest-counters.ts'
import { createIntake } from '../src/ingest/intake.ts'
import { startMqttIntake } from '../src/ingest/mqtt-intake.ts'
import { createMemoryLog } from '../src/ingest/log/memory-log.ts'
import { createReadingQueue } from '../src/ingest/reading-queue.ts'
import { aBackend } from './a-backend.ts'
import { aBroker, type Broker } from './a-broker.ts'

const topics = { 'site/+/raddec': 'raddec', 'site/dynamb/#': 'dynamb', '/gw/+/status': 'minew' } as const
const aRaddec = (transmitterId = 'fee150bada55', timestamp = Date.now()) => ({
  transmitterId,
  transmitterIdType: 3,
  rssiSignature: [{ receiverId: '02a1f0003001', receiverIdType: 2, rssi: -70, numberOfDecodings: 1 }],
  timestamp,
})
const soon = { timeout: 15_000, interval: 20 }

let cleanUp: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of cleanUp.toReversed()) await stop()
  cleanUp = []
})

async function listening(broker: Broker, { capacity = 100, url = broker.url } = {}) {
  const [queue, counters] = [createReadingQueue({ capacity }), { ...createIngestCounters(), unreadable: 0 }]
  const lines: { code: string }[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line) as { code: string }) })
  const intake = createIntake({ readings: createMemoryLog(queue), counters })
  const mqtt = await startMqttIntake({ url, topics, intake, counters, log, reconnectMs: 100 })
  cleanUp.push(mqtt.stop)
  return { queue, counters, codes: () => lines.map(({ code }) => code) }
}

async function aListener(options: Parameters<typeof listening>[1] & { password?: string } = {}) {
  const broker = await aBroker({ password: options.password })
  cleanUp.push(broker.stop)
  const listener = await listening(broker, options)
  await vi.waitFor(() => expect(broker.subscribers()).toBe(1), soon)
  return { broker, ...listener }
}

describe('readings over MQTT', () => {
  // holds rules 12-6
  it('takes every format from its topics', async () => {
    const { broker, queue, counters } = await aListener()
    await broker.publish('site/north/raddec', [aRaddec(), aRaddec('fee150bada56')])
    await broker.publish('/gw/ac233fc00001/status', [
      { type: 'Gateway', mac: 'AC233FC00001' },
      { mac: 'AC233F264A2B', rssi: -60, timestamp: '2026-11-15T02:00:01Z' },
    ])
    await broker.publish('site/dynamb/any/depth', { deviceId: 'fee150bada55', batteryPercentage: 70 })
    await vi.waitFor(() => expect(counters.accepted).toBe(4), soon)
    expect(queue.drain().map(({ transmitterId }) => transmitterId)).toEqual([
      'fee150bada55',
      'fee150bada56',
      'ac233f264a2b',
    ])
    expect(queue.drainBatteries()).toMatchObject([{ transmitterId: 'fee150bada55', pct: 70 }])
  })

  it('counts what it cannot read, and a batch that comes twice once', async () => {
    const { broker, counters, queue } = await aListener()
    await broker.publish('site/north/raddec', Buffer.from('{"transmitterId":'))
    await broker.publish('site/north/raddec', Buffer.alloc(1_000_001, ' '))
    await broker.publish(
      'site/north/raddec',
      Array.from({ length: 1001 }, () => aRaddec()),
    )
    await broker.publish('site/north/raddec', 'just text')
    const batch = [aRaddec('fee150bada55', 1_790_000_000_000)]
    for (let i = 0; i < 2; i++) await broker.publish('site/north/raddec', batch)
    await vi.waitFor(() => expect(counters.repeated).toBe(1), soon)
    expect(counters).toEqual({ accepted: 1, rejected: 1, refused: 0, unreachable: 0, repeated: 1, unreadable: 3 })
    expect(queue.drain()).toHaveLength(1)
  })

  it('drops and counts what finds no room, and goes on', async () => {
    const { broker, counters, queue } = await aListener({ capacity: 1 })
    await broker.publish('site/north/raddec', aRaddec('fee150bada01'))
    await broker.publish('site/north/raddec', aRaddec('fee150bada02'))
    await vi.waitFor(() => expect(counters.refused).toBe(1), soon)
    queue.drain()
    await broker.publish('site/north/raddec', aRaddec('fee150bada03'))
    await vi.waitFor(() => expect(counters.accepted).toBe(2), soon)
  })

  it('waits for a broker that goes away, subscribes again, and says so once each time', async () => {
    const { broker, counters, codes } = await aListener()
    await broker.stop()
    cleanUp.shift()
    await vi.waitFor(() => expect(codes()).toEqual(['mqtt_up', 'mqtt_down']), soon)
    const again = await aBroker({ port: broker.port })
    cleanUp.unshift(again.stop)
    await vi.waitFor(() => expect(again.subscribers()).toBe(1), soon)
    await again.publish('site/north/raddec', aRaddec())
    await vi.waitFor(() => expect(counters.accepted).toBe(1), soon)
    expect(codes()).toEqual(['mqtt_up', 'mqtt_down', 'mqtt_up'])
  })

  it('signs in with the name and password of the address', async () => {
    const { broker, counters } = await aListener({ password: 'tr@velling' })
    await broker.publish('site/north/raddec', aRaddec())
    await vi.waitFor(() => expect(counters.accepted).toBe(1), soon)
  })

  it('says why a broker refuses it, and tries again', async () => {
    const broker = await aBroker({ password: 'another' })
    cleanUp.push(broker.stop)
    const { codes } = await listening(broker, { url: broker.url.replace('another', 'wrong') })
    await vi.waitFor(() => expect(codes()).toEqual(['mqtt_down']), soon)
    const open = broker.attempts()
    await vi.waitFor(() => expect(broker.attempts()).toBeGreaterThan(open + 1), soon)
    expect(codes()).toEqual(['mqtt_down'])
  })

  it('is part of the backend when a broker is named: a receiver heard over MQTT is discovered', async () => {
    const broker = await aBroker()
    cleanUp.push(broker.stop)
    const server = await aBackend({ MQTT_URL: broker.url })
    cleanUp.push(server.stop)
    await vi.waitFor(() => expect(broker.subscribers()).toBe(1), soon)
    const admin = await server.as('admin')
    await vi.waitFor(async () => {
      await broker.publish('rollcall/raddec/gateway-7', aRaddec())
      const { body } = await admin('GET', '/api/receivers/discover')
      expect(body.data.map(({ receiverId }: { receiverId: string }) => receiverId)).toEqual(['02a1f0003001'])
    }, soon)
  })
})
