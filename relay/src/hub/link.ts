// The connection as the session sees it: bytes out, topics, close. The WebSocket is one; streaming transports are others.
import type { Format, Frame } from '../protocol/format.ts'

export type Transport = 'websocket' | 'http_stream' | 'sse' | 'uni_websocket' | 'uni_sse'

export type Link = {
  /** Label of the metrics. */
  readonly transport: Transport
  readonly format: Format
  /** Of the request that opened it, those that backends are told. */
  readonly headers?: ReadonlyMap<string, string>
  /** The client only listens: it answers no pings, and an error has to end the connection. */
  readonly isUnidirectional: boolean
  /** Told to the client at connect, when its commands come by separate requests; who only listens has no node to send them to. */
  readonly emulation?: { session: string; node: string }
  /** The transport's own ping, for clients that answer no other. */
  readonly ping?: () => void
  send: (frame: Frame) => void
  /** The client has said who it is. */
  identified: () => void
  joinTopic: (topic: string) => void
  leaveTopic: (topic: string) => void
  /** Bytes accepted by `send` and the topics that the peer has not taken yet. */
  queuedBytes: () => number
  close: (code: number, reason: string) => void
}
