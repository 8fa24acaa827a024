// A client whose replies come as a response that never ends (http_stream, sse), for networks that break WebSockets. It has no
// native topics, so those of all such clients are kept here.
import type { Format, Frame } from '../../protocol/format.ts'
import type { Link } from '../../hub/link.ts'
import { isReconnectCode } from '../../protocol/disconnects.ts'

export type StreamTopics = ReturnType<typeof createStreamTopics>

export function createStreamTopics() {
  const topics = new Map<string, Set<StreamLink>>()
  return {
    publish(topic: string, frame: Frame): void {
      for (const link of topics.get(topic) ?? []) link.send(frame)
    },
    join(topic: string, link: StreamLink): void {
      const links = topics.get(topic)
      if (links) links.add(link)
      else topics.set(topic, new Set([link]))
    },
    leave(topic: string, link: StreamLink): void {
      const links = topics.get(topic)
      if (links?.delete(link) && links.size === 0) topics.delete(topic)
    },
  }
}

export type StreamTransport = 'http_stream' | 'sse' | 'uni_sse'

export type StreamLinkOptions = {
  transport: StreamTransport
  format: Format
  emulation: { session: string; node: string }
  headers: Link['headers']
  topics: StreamTopics
  /** The client has said who it is. */
  onIdentified: () => void
  /** The client took everything that was queued. */
  onDrain: () => void
  /** The client is gone. */
  onGone: () => void
  /** The last bytes are queued; who does not take them is cut off. */
  onEnd: () => void
}

export class StreamLink implements Link {
  readonly transport: StreamTransport
  readonly format: Format
  readonly emulation: { session: string; node: string }
  readonly isUnidirectional: boolean
  readonly headers: Link['headers']
  readonly body: ReadableStream<Uint8Array>
  private readonly options: StreamLinkOptions
  private controller: ReadableStreamDefaultController<Uint8Array> | null = null

  constructor(options: StreamLinkOptions) {
    this.options = options
    this.transport = options.transport
    this.format = options.format
    this.emulation = options.emulation
    this.headers = options.headers
    this.isUnidirectional = options.transport === 'uni_sse'
    // What is queued counts in bytes, from the first one on.
    const measure = { highWaterMark: 0, size: (chunk?: Uint8Array) => chunk?.byteLength ?? 0 }
    this.body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => {
          this.controller = controller
        },
        pull: () => options.onDrain(),
        cancel: () => this.gone(),
      },
      measure,
    )
    // Proxies and browsers hold a response back until its first bytes. Not `\r\n`: when the first event comes in the same piece,
    // the parser of eventsource 1 and 2 holds that back.
    if (this.transport !== 'http_stream') this.enqueue('\n')
  }

  send(frame: Frame): void {
    if (typeof frame !== 'string') this.controller?.enqueue(frame)
    else this.enqueue(this.transport === 'http_stream' ? `${frame}\n` : `data: ${frame}\n\n`)
  }

  private enqueue(text: string): void {
    this.controller?.enqueue(Buffer.from(text))
  }

  identified(): void {
    this.options.onIdentified()
  }

  joinTopic(topic: string): void {
    this.options.topics.join(topic, this)
  }

  leaveTopic(topic: string): void {
    this.options.topics.leave(topic, this)
  }

  queuedBytes(): number {
    return -(this.controller?.desiredSize ?? 0)
  }

  close(code: number, reason: string): void {
    if (!this.controller) return
    this.send(this.format.push({ disconnect: { code, reason, reconnect: isReconnectCode(code) } }))
    this.controller.close()
    this.controller = null
    this.options.onEnd()
  }

  private gone(): void {
    this.controller = null
    this.options.onGone()
  }
}
