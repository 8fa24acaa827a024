// A peer of the relay: Node with `ws` in its plainest form. The channel stands in the path, a publication is a POST; the frame's
// text is made once and sent to one subscriber after the other.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer, type WebSocket } from 'ws'
import { sayLine } from '../src/measuring/json-jobs.ts'
import { bodyOf, channelOf } from './plain-publish.ts'

const channels = new Map<string, Set<WebSocket>>()
const membersOf = (channel: string) => {
  const members = channels.get(channel) ?? new Set()
  channels.set(channel, members)
  return members
}

const server = createServer(async (request, response) => {
  const body = await bodyOf(request)
  for (const socket of membersOf(channelOf(request))) socket.send(body, { binary: false })
  response.writeHead(200, { 'Content-Length': 0 }).end()
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
sockets.on('connection', (socket, request) => {
  const members = membersOf(channelOf(request))
  members.add(socket)
  socket.once('close', () => members.delete(socket))
  socket.send('{"live":true}')
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  sayLine({ port: (server.address() as AddressInfo).port }),
)
