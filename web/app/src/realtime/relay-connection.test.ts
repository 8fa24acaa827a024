import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import type { Options } from 'centrifuge'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createRelayConnection } from './relay-connection.ts'
import type { RelayState } from './relay-messages.ts'

const clients: { url: string; options: Options; channels: string[] }[] = []
vi.mock('centrifuge', () => ({
  Centrifuge: class {
    #client
    constructor(url: string, options: Options) {
      this.#client = { url, options, channels: [] as string[] }
      clients.push(this.#client)
    }
    on() {}
    connect() {}
    newSubscription(channel: string) {
      this.#client.channels.push(channel)
      return { on: () => undefined, subscribe: () => undefined }
    }
  },
}))

beforeEach(() => {
  clients.length = 0
  vi.useFakeTimers()
})
afterEach(() => vi.useRealTimers())

const page = { protocol: 'https:', hostname: 'site.example', host: 'site.example' }

function aConnection(answers: (string | Error)[]) {
  const states: RelayState[] = []
  const negotiate = async (): Promise<Negotiation> => {
    const next = answers.shift()
    if (typeof next !== 'string') throw next ?? new Error('asked too often')
    return { url: 'wss://relay.example/connection/websocket', token: next } as Negotiation
  }
  const connection = createRelayConnection({ negotiate, page, onState: (state) => void states.push(state) })
  return { connection, states }
}

// holds spec 5.5-3
it('asks negotiate for the next token whenever it is due, never giving one twice', async () => {
  aConnection(['first', 'second', 'third'])
  await vi.waitFor(() => expect(clients).toHaveLength(1))
  const { url, options } = clients[0]!
  expect([url, options.token]).toEqual(['wss://relay.example/connection/websocket', 'first'])
  expect([await options.getToken?.({}), await options.getToken?.({})]).toEqual(['second', 'third'])
})

it('asks again when negotiate fails, and opens what was wanted meanwhile', async () => {
  const { connection, states } = aConnection([new Error('503'), 'later'])
  connection.subscribe('floor:1', () => undefined)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(clients.map(({ options, channels }) => [options.token, channels])).toEqual([['later', ['floor:1']]])
  expect(states).toEqual(['connecting', 'connecting'])
})
