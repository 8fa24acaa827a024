// A door for gateways alone, on a network where the rest of the backend must not be reached (INGEST_HOST, INGEST_PORT): for a reverse proxy
// on another machine, and for gateways beside it. Started by main.ts.
import { randomUUID } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { problemReply } from '@rollcall/contracts/problems'
import type { FastifyInstance } from 'fastify'
import { formatNames } from './formats.ts'

export type IngestListener = { readonly port: number; close(): Promise<void> }

const paths = new Set<string>(formatNames.map((name) => `/ingest/${name}`))

export async function listenForGateways(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<IngestListener> {
  await app.ready()
  const { keepAliveTimeout, requestTimeout } = app.server
  const server = createServer({ keepAliveTimeout, requestTimeout }, (request, response) => {
    // The whole target, as it came: nothing that a router or a decoder makes of it can be another path.
    if (request.method === 'POST' && paths.has(request.url ?? '')) app.routing(request, response)
    else refuse(response)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

function refuse(response: ServerResponse): void {
  const requestId = randomUUID()
  const body = JSON.stringify(problemReply('not_found', requestId))
  response.writeHead(404, {
    'Content-Type': 'application/json; charset=utf-8',
    'X-Request-Id': requestId,
    Connection: 'close',
  })
  response.end(body)
}
