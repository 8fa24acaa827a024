// A client of the relay as a browser is one, subscribed to the canary's channel: connect, subscribe, listen (relay protocol 1). Whatever
// ends it, it is tried again a second later.
import { canaryChannel, CanaryMessage } from '@rollcall/contracts/channels'
import { createRelayToken } from '@rollcall/tokens/relay-token'
import { WebSocket } from 'ws'
import { z } from 'zod'
import type { RealtimeSettings } from '../config.ts'

type Listener = { canary(sentAt: number): void; subscribed(): void }

const retryMs = 1000
/** Seconds; the relay ends the connection then, and the next has a new token. */
const tokenLifetime = 3600

/** What the relay says that concerns us: the reply to our subscription, and publications. */
const Said = z.object({
  id: z.number().optional(),
  subscribe: z.object({ publications: z.array(z.object({ data: z.unknown() })).optional() }).optional(),
  push: z.object({ pub: z.object({ data: z.unknown() }).optional() }).optional(),
})

export function listenForCanaries(settings: RealtimeSettings, listener: Listener): { stop(): void } {
  // The relay's own address first: behind a reverse proxy this machine may not reach what browsers use.
  const addresses = [directAddress(settings.publishUrl), settings.clientUrl]
  let socket: WebSocket | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false

  const open = (attempt: number) => {
    const address = addresses[attempt % addresses.length] ?? settings.clientUrl
    let next = attempt + 1
    const now = new WebSocket(address, { handshakeTimeout: 3000 })
    socket = now
    now.on('open', () => now.send(commands(settings.hmacSecret)))
    now.on('message', (bytes: Buffer) => {
      for (const line of bytes.toString().split('\n')) {
        // An empty message asks whether we are there.
        if (line === '{}') now.send('{}')
        else if (hear(line, listener)) next = attempt
      }
    })
    now.on('error', () => undefined)
    now.on('close', () => {
      if (!stopped) timer = setTimeout(() => open(next), retryMs)
    })
  }
  open(0)
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      socket?.terminate()
    },
  }
}

/** True when it was the answer to our subscription. */
function hear(line: string, listener: Listener): boolean {
  const said = Said.safeParse(parse(line)).data
  const canary = CanaryMessage.safeParse(said?.push?.pub?.data).data
  if (canary) listener.canary(canary.data.sentAt)
  if (said?.subscribe) listener.subscribed()
  return said?.subscribe !== undefined
}

function commands(hmacSecret: string): string {
  const iat = Math.floor(Date.now() / 1000)
  const token = createRelayToken({ sub: 'rollcall-canary', iat, exp: iat + tokenLifetime }, hmacSecret)
  return [
    { id: 1, connect: { token, name: 'canary' } },
    { id: 2, subscribe: { channel: canaryChannel } },
  ]
    .map((command) => JSON.stringify(command))
    .join('\n')
}

/** `http://host/api` is beside `ws://host/connection/websocket`, unless the API has a port of its own. */
function directAddress(publishUrl: string): string {
  const url = new URL(publishUrl)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  url.pathname = `${url.pathname.replace(/\/api\/?$/, '')}/connection/websocket`
  return url.href
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
