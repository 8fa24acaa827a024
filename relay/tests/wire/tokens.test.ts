// Tokens that run out, as the official client sees it (spec 2.3). Time has to pass, so all transports and formats wait together.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../relay-process.ts'
import { aWireClient, listen, ways } from './clients.ts'
import { aName, aWireToken, api, servers, type WireServer } from './servers.ts'

/** Seconds. */
const lifetime = 2

/** Tokens of a short life, and how many were asked for. */
function anIssuer(claims: object = {}) {
  const issuer = {
    issued: 0,
    async getToken() {
      issuer.issued++
      return aWireToken({ lifetime, ...claims })
    },
  }
  return issuer
}

describe.concurrent.each(servers)('$server', ({ isMissing, start }) => {
  let server: WireServer
  beforeAll(async () => {
    if (!isMissing) server = await start()
  })
  afterAll(() => server?.stop())

  describe.skipIf(isMissing)('by every transport and format', () => {
    it.concurrent('keeps a connection whose token is renewed', async () => {
      const all = ways.map((way) => {
        const issuer = anIssuer()
        const one = aWireClient(server, way, { token: '', getToken: issuer.getToken })
        one.client.connect()
        return { issuer, log: one.log }
      })
      await eventually(() => all.every(({ issuer }) => issuer.issued >= 3), 20_000)
      expect(all.map(({ log }) => log)).toEqual(ways.map(() => ['connecting 0', 'connected']))
    })

    it.concurrent('closes a connection whose token ran out, and lets it in with a new one', async () => {
      const all = ways.map((way) => {
        // Short until it is connected, none while it is, a long one afterwards: so a slow machine may take its time to connect.
        const getToken = async () => {
          if (one.log.at(-1) === 'connected') throw new Error('not now')
          return one.log.includes('connected') ? aWireToken() : aWireToken({ lifetime })
        }
        const one = aWireClient(server, way, { token: '', getToken })
        one.client.connect()
        return one.log
      })
      const isBack = (log: string[]) => log.filter((line) => line === 'connected').length === 2
      await eventually(() => all.every(isBack), 20_000)
      expect(all).toEqual(ways.map(() => ['connecting 0', 'connected', 'connecting 3005', 'connected']))
    })

    it.concurrent('opens a private channel to those who renew a token for it', async () => {
      const channel = `$event:${aName('private')}`
      const all = ways.map((way) => {
        const one = aWireClient(server, way)
        const issuer = anIssuer({ channel })
        const admitted = listen(one, channel, { getToken: issuer.getToken })
        const other = aWireClient(server, way)
        const without = listen(other, channel)
        one.client.connect()
        other.client.connect()
        return { issuer, admitted, without }
      })
      await eventually(() => all.every(({ issuer }) => issuer.issued >= 3), 20_000)
      await api(server, 'publish', { channel, data: 'secret' })
      await eventually(() => all.every(({ admitted }) => admitted.data().includes('secret')))
      expect(all.map(({ admitted, without }) => [admitted.states, without.states])).toEqual(
        ways.map(() => [['false false'], ['unsubscribed 103']]),
      )
    })
  })
})
