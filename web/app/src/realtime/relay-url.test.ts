import { describe, expect, it } from 'vitest'
import { relayUrlFor } from './relay-url.ts'

const page = (href: string) => new URL(href)

describe('relayUrlFor', () => {
  it('uses the page’s own host when both are on loopback', () => {
    const negotiated = 'ws://127.0.0.1:8100/connection/websocket'
    expect(relayUrlFor(negotiated, page('http://localhost:3000'))).toBe('ws://localhost:3000/connection/websocket')
    expect(relayUrlFor(negotiated, page('http://127.0.0.1:3000'))).toBe('ws://127.0.0.1:3000/connection/websocket')
    expect(relayUrlFor(negotiated, page('https://localhost'))).toBe('wss://localhost/connection/websocket')
    expect(relayUrlFor('ws://[::1]:8100/c?x=1', page('http://[::1]:3000'))).toBe('ws://[::1]:3000/c?x=1')
  })
  // holds spec 1.6-3
  it('keeps the negotiated address everywhere else', () => {
    const relay = 'wss://relay.example.org/connection/websocket'
    expect(relayUrlFor(relay, page('http://localhost:3000'))).toBe(relay)
    expect(relayUrlFor('ws://127.0.0.1:8100/c', page('https://app.example.org'))).toBe('ws://127.0.0.1:8100/c')
  })
  it('is not fooled by names that only look like loopback', () => {
    for (const host of ['127.0.0.1.example.org', 'localhost.example.org', '128.0.0.1']) {
      expect(relayUrlFor(`wss://${host}/c`, page('http://localhost:3000'))).toBe(`wss://${host}/c`)
    }
  })
})
