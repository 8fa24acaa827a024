// A client that sends exactly what a test says, over `ws`: for what the official client would never send.
import { WebSocket } from 'ws'
import { aToken, origin, type TestRelay } from './relay-process.ts'

export type Message = {
  id?: number
  error?: { code: number; message: string; temporary?: boolean }
  push?: { channel: string; pub?: { data: unknown; offset?: number }; [name: string]: unknown }
  [name: string]: unknown
}

export type RawClient = Awaited<ReturnType<typeof openClient>>

/** Opened, not connected yet. */
export async function openClient(
  relay: Pick<TestRelay, 'url'>,
  options: { answersPings?: boolean; headers?: Record<string, string> } = {},
) {
  const socket = new WebSocket(relay.url, { headers: options.headers ?? { origin } })
  const messages: Message[] = []
  const frames: string[] = []
  const waiting = new Set<() => void>()
  socket.on('message', (data) => {
    const frame = String(data)
    frames.push(frame)
    if (frame === '{}' && options.answersPings !== false) socket.send('{}')
    messages.push(...frame.split('\n').map((line) => JSON.parse(line) as Message))
    for (const wake of waiting) wake()
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) =>
    socket.once('close', (code, reason) => resolve({ code, reason: String(reason) })),
  )
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  socket.on('error', () => {})

  async function next(matches: (message: Message) => boolean): Promise<Message> {
    for (;;) {
      const found = messages.find(matches)
      if (found) return found
      const end = await Promise.race([closed, new Promise<null>((resolve) => waiting.add(() => resolve(null)))])
      if (end) throw new Error(`Closed with ${end.code} ${end.reason}.`)
    }
  }

  let lastId = 0
  /** Sends a command and answers its reply. */
  async function command(name: string, fields: unknown): Promise<Message> {
    const id = ++lastId
    socket.send(JSON.stringify({ id, [name]: fields }))
    return next((message) => message.id === id)
  }

  return {
    socket,
    frames,
    messages,
    closed,
    next,
    command,
    send: (text: string) => socket.send(text),
    connect: (token = aToken()) => command('connect', { token }),
    subscribe: (channel: unknown, more: object = {}) => command('subscribe', { channel, ...more }),
    /** Publications received on a channel, oldest first. */
    publications: (channel: string) =>
      messages.filter(({ push }) => push?.channel === channel && push.pub).map(({ push }) => push?.pub?.data),
    async close(): Promise<void> {
      socket.close()
      await closed
    },
  }
}

/** Opened, connected and subscribed. */
export async function aSubscriber(relay: TestRelay, channels: string[], sub = 'u1'): Promise<RawClient> {
  const client = await openClient(relay)
  await client.connect(aToken({ sub }))
  for (const channel of channels) {
    const reply = await client.subscribe(channel)
    if (reply.error) throw new Error(`Refused with ${reply.error.code}.`)
  }
  return client
}
