// Where the endpoints are found, when a configuration file moves them or switches them off (`websocket.handler_prefix` …; relay
// protocol 1.1, 6.3). Read by the request handler once, when the relay starts.

/** The relay's own paths, by the section of the file that moves them. */
export const ownPaths = {
  websocket: '/connection/websocket',
  http_stream: '/connection/http_stream',
  sse: '/connection/sse',
  emulation: '/emulation',
  uni_websocket: '/connection/uni_websocket',
  uni_sse: '/connection/uni_sse',
  http_api: '/api',
  admin: '/admin',
  prometheus: '/metrics',
  health: '/health',
} as const

export type OwnPath = (typeof ownPaths)[keyof typeof ownPaths]

/** Own path → the one that stands for it, null for none. */
export type MovedPaths = ReadonlyMap<OwnPath, string | null>

/** Without a configuration file: nobody only listens. */
export const usualPaths: MovedPaths = new Map([
  [ownPaths.uni_websocket, null],
  [ownPaths.uni_sse, null],
])
