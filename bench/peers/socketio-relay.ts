// A peer of the relay: Socket.IO with its rooms, WebSocket only. A client joins a room by an event, a publication is a POST.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Server } from 'socket.io'
import { sayLine } from '../src/measuring/json-jobs.ts'
import { bodyOf, channelOf } from './plain-publish.ts'

const server = createServer(async (request, response) => {
  if (request.method !== 'POST') return
  const body = await bodyOf(request)
  rooms.to(channelOf(request)).emit('publication', JSON.parse(body.toString()))
  response.writeHead(200, { 'Content-Length': 0 }).end()
})
const rooms = new Server(server, { transports: ['websocket'], perMessageDeflate: false, serveClient: false })
rooms.on('connection', (socket) => {
  socket.on('join', (channel: string) => {
    void socket.join(channel)
    socket.emit('joined')
  })
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  sayLine({ port: (server.address() as AddressInfo).port }),
)
