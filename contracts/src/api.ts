// The whole API: every domain's rows. A row listed in `backendRows` is implemented by the backend and proxied by the server
// layer; `serverLayer` rows end in the server layer. Adding an endpoint is one row here plus one handler there.
import type { Endpoint } from './endpoint.ts'
import { auth } from './domains/auth.ts'
import { positions } from './domains/positions.ts'
import { realtime } from './domains/realtime.ts'
import { serverLayer } from './domains/server-layer.ts'
import { zones } from './domains/zones.ts'

export const backendRows = { auth, zones, positions, realtime }
export type BackendRows = typeof backendRows

export const allRows: readonly Endpoint[] = [...Object.values(backendRows), serverLayer].flatMap((domain) =>
  Object.values<Endpoint>(domain),
)
