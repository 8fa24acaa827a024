// Deliveries that differ from client to client: patches, filters, and the newest only for those who read slowly.
import { Centrifuge as JsonClient, type FilterNode, type PublicationContext } from 'centrifuge'
import { Centrifuge as ProtobufClient } from 'centrifuge/build/protobuf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { aConfigFile } from './config-file.ts'
import { openClient } from './raw-client.ts'
import { aToken, eventually, startRelay, type TestRelay } from './relay-process.ts'

let relay: TestRelay
const history = { history_size: 20, history_ttl: '60s', allow_subscribe_for_client: true, force_recovery: true }
beforeAll(async () => {
  const namespaces = [
    { name: 'delta', ...history, allowed_delta_types: ['fossil'] },
    { name: 'tagged', ...history, allow_tags_filter: true },
    { name: 'plain', allow_subscribe_for_client: true, allowed_delta_types: ['fossil'] },
    { name: 'batch', allow_subscribe_for_client: true, conflate: true },
  ]
  relay = await startRelay({ RELAY_CONFIG: aConfigFile({ namespaces }), RELAY_QUEUE_SIZE: '1000000' })
})
afterAll(() => relay.stop())

function listen(format: 'json' | 'protobuf', channel: string, options: { delta?: 'fossil'; tagsFilter?: FilterNode }) {
  const client = new (format === 'json' ? JsonClient : ProtobufClient)(relay.url, {
    websocket: WebSocket,
    getToken: async () => aToken(),
    minReconnectDelay: 50,
  })
  const subscription = client.newSubscription(channel, options)
  const received: PublicationContext[] = []
  subscription.on('publication', (publication) => received.push(publication))
  subscription.subscribe()
  client.connect()
  const data = () =>
    received.map(({ data: given }: { data: unknown }) =>
      given instanceof Uint8Array ? (JSON.parse(new TextDecoder().decode(given)) as unknown) : given,
    )
  return { client, subscription, data }
}

/** A batch in which little changes from one to the next. */
const batch = (serial: number, word = 'badge') => ({
  type: 'position-batch',
  // The two letters differ in their second byte only: a patch between them is no valid text.
  note: serial < 5 ? 'è' : 'é',
  data: Array.from({ length: 30 }, (_, index) => ({ id: `${word}-${index}`, x: index === serial % 30 ? serial : 1 })),
})

describe.each(['json', 'protobuf'] as const)('a subscriber with patches in %s', (format) => {
  it('rebuilds every publication, also with letters of several bytes, and after a break', async () => {
    const channel = `delta:${format}`
    const one = listen(format, channel, { delta: 'fossil' })
    await one.subscription.ready()
    const before = await relay.metric('centrifugo_transport_messages_sent_size')
    const sent = [0, 1, 2, 3, 4, 5, 6, 7].map((serial) => batch(serial, serial > 3 ? 'Größe 漢字 🙂' : 'badge'))
    for (const data of sent) await relay.api('publish', { channel, data })
    await eventually(() => one.data().length === sent.length)
    expect(one.data()).toEqual(sent)
    const whole = sent.reduce((sum, data) => sum + JSON.stringify(data).length, 0)
    expect((await relay.metric('centrifugo_transport_messages_sent_size')) - before).toBeLessThan(whole * 0.8)
    one.client.disconnect()
    for (const serial of [8, 9]) await relay.api('publish', { channel, data: batch(serial) })
    one.client.connect()
    await one.subscription.ready()
    await eventually(() => one.data().length === 10)
    for (const serial of [10, 11]) await relay.api('publish', { channel, data: batch(serial) })
    await relay.api('publish', { channel, data: batch(12), skip_history: true })
    await relay.api('publish', { channel, data: batch(13) })
    await eventually(() => one.data().length === 14)
    expect(one.data().slice(8)).toEqual([8, 9, 10, 11, 12, 13].map((serial) => batch(serial)))
    one.client.disconnect()
  })
})

it('what was missed comes as the first of it and patches from one to the next', async () => {
  const channel = 'delta:missed'
  for (const serial of [0, 1, 2]) await relay.api('publish', { channel, data: batch(serial) })
  const client = await openClient(relay)
  await client.connect()
  const { subscribe } = await client.subscribe(channel, { delta: 'fossil', recover: true, offset: 0, epoch: '' })
  const { publications } = subscribe as { publications: { data: string; delta?: boolean; offset: number }[] }
  expect(publications.map(({ delta, offset }) => [offset, delta])).toEqual([
    [1, undefined],
    [2, true],
    [3, true],
  ])
  expect(JSON.parse(publications[0]?.data ?? '')).toEqual(batch(0))
  expect(publications[1]?.data.length).toBeLessThan((publications[0]?.data.length ?? 0) / 2)
  await client.close()
})

it('subscribers with and without patches share a channel', async () => {
  const channel = 'delta:mixed'
  const all = [
    listen('json', channel, {}),
    listen('json', channel, { delta: 'fossil' }),
    listen('protobuf', channel, { delta: 'fossil' }),
    listen('json', 'plain:1', { delta: 'fossil' }),
  ] as const
  await Promise.all(all.map(({ subscription }) => subscription.ready()))
  await relay.api('publish', { channel, data: batch(0) })
  const late = listen('json', channel, { delta: 'fossil' })
  await late.subscription.ready()
  for (const serial of [1, 2]) await relay.api('broadcast', { channels: [channel, 'plain:1'], data: batch(serial) })
  const listeners = [...all, late]
  await eventually(() => listeners.every(({ data }) => data().length >= 2) && all[2].data().length === 3)
  for (const { data } of listeners.slice(0, 3)) expect(data()).toEqual([0, 1, 2].map((serial) => batch(serial)))
  for (const { data } of listeners.slice(3)) expect(data()).toEqual([1, 2].map((serial) => batch(serial)))
  for (const { client } of listeners) client.disconnect()
})

it('a subscriber with a filter gets only what passes it, live and after a break', async () => {
  const tagsFilter: FilterNode = {
    op: 'and',
    nodes: [
      { key: 'zone', cmp: 'in', vals: ['a', 'b'] },
      { key: 'level', cmp: 'gte', val: '2' },
    ],
  }
  const ones = (['json', 'protobuf'] as const).map((format) => listen(format, 'tagged:1', { tagsFilter }))
  await Promise.all(ones.map(({ subscription }) => subscription.ready()))
  const publish = (data: string, tags?: object) => relay.api('publish', { channel: 'tagged:1', data, tags })
  const round = async (name: string) => {
    await publish(`${name} good`, { zone: 'a', level: '10' })
    await publish(`${name} zone`, { zone: 'c', level: '10' })
    await publish(`${name} level`, { zone: 'a', level: 'x' })
    await publish(`${name} bare`)
    await publish(`${name} last`, { zone: 'b', level: '2' })
  }
  await round('live')
  await eventually(() => ones.every(({ data }) => data().length === 2))
  for (const { client } of ones) client.disconnect()
  await round('missed')
  for (const { client } of ones) client.connect()
  await eventually(() => ones.every(({ data }) => data().length === 4))
  for (const { data, client } of ones) {
    expect(data()).toEqual(['live good', 'live last', 'missed good', 'missed last'])
    client.disconnect()
  }
})

it('broken filters and filters where none are allowed are refused, the connection stays', async () => {
  const client = await openClient(relay)
  await client.connect()
  const code = async (channel: string, more: object) => (await client.subscribe(channel, more)).error?.code
  expect(await code('delta:1', { tf: { key: 'a', cmp: 'eq', val: 'b' } })).toBe(107)
  for (const tf of [{}, { op: 'and', nodes: [] }, { op: 'xor', nodes: [{}] }, { key: 'a', cmp: 'in', val: 'b' }]) {
    expect(await code('tagged:1', { tf })).toBe(107)
  }
  expect(await code('tagged:1', { tf: { op: 'not', nodes: [{ key: 'a', cmp: 'ex' }] } })).toBe(undefined)
  await client.close()
})

it('a client that reads slowly gets the newest of a channel instead of its end', async () => {
  const slow = await openClient(relay)
  const quick = await openClient(relay)
  for (const client of [slow, quick]) {
    await client.connect()
    await client.subscribe('batch:1')
  }
  slow.socket.pause()
  const filler = 'x'.repeat(50_000)
  const total = 400
  for (let serial = 0; serial < total; serial++)
    await relay.api('publish', { channel: 'batch:1', data: `${serial} ${filler}` })
  await eventually(() => quick.publications('batch:1').length === total)
  expect(await relay.metric('relay_slow_clients_evicted')).toBe(0)
  expect(await relay.metric('relay_publications_conflated')).toBeGreaterThan(0)
  slow.socket.resume()
  const serials = () => slow.publications('batch:1').map((text) => parseInt(String(text)))
  await eventually(() => serials().at(-1) === total - 1)
  expect(serials().length).toBeLessThan(total)
  expect(serials()).toEqual(serials().toSorted((one, other) => one - other))
  await relay.api('publish', { channel: 'batch:1', data: `${total} live again` })
  await eventually(() => serials().at(-1) === total)
  await slow.close()
  await quick.close()
})
