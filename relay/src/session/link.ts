// The connection as the session sees it: bytes out, native topics, close. The WebSocket is one; streaming transports are others.

export type Link = {
  /** Label of the metrics. */
  readonly transport: 'websocket'
  send: (frame: string) => void
  joinTopic: (topic: string) => void
  leaveTopic: (topic: string) => void
  /** Bytes accepted by `send` and the topics that the peer has not taken yet. */
  queuedBytes: () => number
  close: (code: number, reason: string) => void
}
