// The backend behind every proxy of the proxy measurement: answers from memory as fast as it can, so that it is never what is
// measured. `/api/zones` is a contract row, `/api/seen` echoes what arrived, `/api/download` is 200 MB. Runs on Bun.
import type { Socket } from 'bun'
import { sayLine, serveJobs } from '../measuring/json-jobs.ts'
import { downloadBytes, zoneList } from './zone-requests.ts'

type State = { rest: Buffer | null; left: number }

const answer = (status: string, body: string) =>
  Buffer.from(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\n` +
      `Cache-Control: no-store\r\n\r\n${body}`,
  )
const list = answer('200 OK', zoneList)
const created = answer('201 Created', '{"success":true,"data":{"id":"4f4a9a6e-7d0a-4b43-9a31-0f3a4f0d9a01"}}')
const downloadHead = `HTTP/1.1 200 OK\r\nContent-Type: application/octet-stream\r\nContent-Length: ${downloadBytes}\r\n\r\n`
const block = Buffer.alloc(256 * 1024, 'x')

const server = Bun.listen<State>({
  hostname: '127.0.0.1',
  port: 0,
  socket: {
    open(socket) {
      socket.data = { rest: null, left: 0 }
    },
    data(socket, chunk) {
      const { data } = socket
      data.rest = data.rest === null ? chunk : Buffer.concat([data.rest, chunk])
      while (data.rest !== null) {
        const used = takeRequest(socket, data.rest)
        if (used === 0) break
        data.rest = used === data.rest.length ? null : data.rest.subarray(used)
      }
      // Only what is incomplete outlives this call, in which the chunk is ours.
      if (data.rest !== null) data.rest = Buffer.from(data.rest)
    },
    drain: (socket) => pour(socket),
  },
})

/** Bytes of the first complete request, which is answered; 0 when it is incomplete. */
function takeRequest(socket: Socket<State>, bytes: Buffer): number {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return 0
  const head = bytes.toString('latin1', 0, headEnd)
  const length = Number(/\r\ncontent-length: *(\d+)/i.exec(head)?.[1] ?? 0)
  const total = headEnd + 4 + length
  if (bytes.length < total) return 0
  if (head.startsWith('GET /api/zones ')) socket.write(list)
  else if (head.startsWith('POST /api/zones ')) socket.write(created)
  else if (head.startsWith('GET /api/seen ')) socket.write(answer('200 OK', JSON.stringify({ head })))
  else if (head.startsWith('GET /api/download ')) {
    socket.data.left = downloadBytes
    socket.write(downloadHead)
    pour(socket)
  } else socket.write(answer('404 Not Found', '{}'))
  return total
}

function pour(socket: Socket<State>): void {
  const { data } = socket
  while (data.left > 0) {
    const piece = data.left < block.length ? block.subarray(0, data.left) : block
    const written = socket.write(piece)
    if (written <= 0) return
    data.left -= written
    if (written < piece.length) return
  }
}

sayLine({ port: server.port })
serveJobs(async () => null)
