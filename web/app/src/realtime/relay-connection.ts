// The page's one connection to the relay (spec 5.5): negotiate for address and token, then the official client, which
// asks negotiate again whenever its token runs out. Runs in relay-worker.ts; knows channels, not what they carry.
import type { Negotiation } from '@rollcall/contracts/domains/realtime'
import { Centrifuge } from 'centrifuge'
import type { RelayState } from './relay-messages.ts'
import { relayUrlFor } from './relay-url.ts'
import type { PageLocation } from './relay-url.ts'

export type RelayConnection = {
  /** Answers how to unsubscribe. */
  readonly subscribe: (channel: string, onData: (data: unknown) => void) => () => void
}

export type RelayOptions = {
  /** Refuses with the client's `UnauthorizedError` when the session has ended: then the connection ends too. */
  readonly negotiate: () => Promise<Negotiation>
  readonly page: PageLocation
  readonly onState: (state: RelayState) => void
}

/** A relay that returns must be found again within 15 s, whatever the number of failed attempts before. */
const maxReconnectDelay = 8_000
const negotiateRetryMs = 5_000

export function createRelayConnection({ negotiate, page, onState }: RelayOptions): RelayConnection {
  /** Several parts of a page may listen to one channel; the relay is asked once. */
  const listenersOf = new Map<string, Set<(data: unknown) => void>>()
  let client: Centrifuge | null = null

  async function start(): Promise<void> {
    onState('connecting')
    try {
      const { url, token } = await negotiate()
      connect(relayUrlFor(url, page), token)
    } catch {
      setTimeout(() => void start(), negotiateRetryMs)
    }
  }

  function connect(url: string, token: string): void {
    client = new Centrifuge(url, { token, getToken, maxReconnectDelay, minReconnectDelay: 300 })
    client.on('connected', () => onState('connected'))
    client.on('connecting', () => onState('connecting'))
    client.on('disconnected', () => onState('disconnected'))
    for (const channel of listenersOf.keys()) open(channel)
    client.connect()
  }

  async function getToken(): Promise<string> {
    return (await negotiate()).token
  }

  function open(channel: string): void {
    const subscription = client?.newSubscription(channel)
    subscription?.on('publication', ({ data }) => {
      for (const onData of listenersOf.get(channel) ?? []) onData(data)
    })
    subscription?.subscribe()
  }

  function subscribe(channel: string, onData: (data: unknown) => void): () => void {
    const listeners = listenersOf.get(channel)
    if (listeners) listeners.add(onData)
    else {
      listenersOf.set(channel, new Set([onData]))
      open(channel)
    }
    return () => {
      listenersOf.get(channel)?.delete(onData)
      if (listenersOf.get(channel)?.size !== 0) return
      listenersOf.delete(channel)
      const subscription = client?.getSubscription(channel)
      if (subscription) client?.removeSubscription(subscription)
    }
  }

  void start()
  return { subscribe }
}
