// Clients of earlier majors, as they are still out there: what every application does, against each server.
import type { Options } from 'centrifuge'
import { Centrifuge as Json3 } from 'centrifuge-3'
import Protobuf3 from 'centrifuge-3/build/protobuf/index.js'
import { Centrifuge as Json4 } from 'centrifuge-4'
import Protobuf4 from 'centrifuge-4/build/protobuf/index.js'
import { Centrifuge as Json5 } from 'centrifuge-5'
import { Centrifuge as Protobuf5 } from 'centrifuge-5/build/protobuf'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { aWireClient, listen, ways, type Library, type Way } from './clients.ts'
import { aName, aWireToken, api, servers, type WireServer } from './servers.ts'

/** Those builds are CommonJS, whose default Node wraps once more. */
const unwrapped = <Build>(build: Build) => (build as { default?: Build }).default ?? build

const libraries = [
  { version: '3.1', json: Json3, protobuf: unwrapped(Protobuf3) },
  { version: '4.1', json: Json4, protobuf: unwrapped(Protobuf4) },
  { version: '5.0', json: Json5, protobuf: Protobuf5 },
]

/** Until 4 the protobuf build had to be told. */
const formatOf = ({ format }: Way): Partial<Options> => ({ protocol: format }) as Partial<Options>

describe.each(servers)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  describe.skipIf(isMissing).each(libraries)('and centrifuge $version', ({ json, protobuf }) => {
    // What is used here has been the same since 3.0.
    const library = { json, protobuf } as unknown as Library

    it.concurrent.each(ways)('by $transport in $format: publications, recovery, end', async (way) => {
      const user = aName('user')
      const getToken = async () => aWireToken({ sub: user })
      const token = aWireToken({ sub: user, lifetime: -1 })
      const one = aWireClient(server, way, { token, getToken, ...formatOf(way) }, library)
      const channel = `event:${aName('old')}`
      const event = listen(one, channel)
      one.client.connect()
      await event.subscription.ready()
      await api(server, 'publish', { channel, data: { ü: 1 } })
      await eventually(() => event.data().length === 1)
      one.client.disconnect()
      for (const data of ['missed 1', 'missed 2']) await api(server, 'publish', { channel, data })
      one.client.connect()
      // What is published before the server knows may still come by the connection that is closing.
      await eventually(() => event.states.length === 2 && event.data().length === 3)
      expect(event.data()).toEqual([{ ü: 1 }, 'missed 1', 'missed 2'])
      expect(event.states.at(-1)).toBe('true true')
      await api(server, 'disconnect', { user })
      await eventually(() => one.log.at(-1) === 'disconnected 3503 force disconnect')
    })

    it.concurrent.each(ways)('by $transport in $format: presence, history, publishing', async (way) => {
      const user = aName('user')
      const one = aWireClient(server, way, { token: aWireToken({ sub: user }), ...formatOf(way) }, library)
      const room = listen(one, `room:${aName('old')}`)
      one.client.connect()
      await room.subscription.ready()
      await room.subscription.publish(one.encode('said'))
      await eventually(() => room.data().length === 1)
      expect(Object.values((await room.subscription.presence()).clients).map((info) => info.user)).toEqual([user])
      const { publications } = await room.subscription.history({ limit: 10 })
      expect(publications.map(({ data }) => one.plain(data))).toEqual(['said'])
    })
  })
})
