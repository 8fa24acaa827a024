// Where the endpoints are found, when a configuration file moves them (`websocket.handler_prefix` …; relay protocol 1.1, 6.3). Asked by
// the request handler once per request.

/** The relay's own paths, by the section of the file that moves them. */
export const ownPaths = {
  websocket: '/connection/websocket',
  http_stream: '/connection/http_stream',
  sse: '/connection/sse',
  emulation: '/emulation',
  http_api: '/api',
  admin: '/admin',
  prometheus: '/metrics',
  health: '/health',
} as const

/** Own path → the one that stands for it. */
export type MovedPaths = ReadonlyMap<string, string>

/** From the path of a request to the relay's own; null where nothing is any more. */
export function createPathTable(moved: MovedPaths): (path: string) => string | null {
  if (moved.size === 0) return (path) => path
  // The longest first: one may lie under another.
  const entries = [...moved].toSorted(([, one], [, other]) => other.length - one.length)
  return (path) => {
    const entry = entries.find(([, given]) => isUnder(path, given))
    if (entry) return entry[0] + path.slice(entry[1].length)
    return entries.some(([own]) => isUnder(path, own)) ? null : path
  }
}

const isUnder = (path: string, prefix: string) => path === prefix || path.startsWith(`${prefix}/`)
