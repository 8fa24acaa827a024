// The slow connections of HT-08, some two thousand, as a process of their own, so that the work of keeping them slow is not measured as
// the product's. Arguments: the port, and in base64 the head of a request whose body follows slowly. Says `ready`; runs until killed.
import type { Socket } from 'node:net'
import { openSocket, requestBytes } from '../bench/raw-http.ts'

const port = Number(process.argv[2])
const slowBody = Buffer.from(process.argv[3] ?? '', 'base64')

const open = (count: number) => Promise.all(Array.from({ length: count }, () => openSocket(port)))
const drip = (sockets: Socket[], everyMs: number) =>
  setInterval(() => sockets.forEach((socket) => socket.writable && socket.write('x')), everyMs)

const [headers, silent, bodies, readers] = [await open(900), await open(400), await open(500), await open(200)]
const [asksForFiles, asksForever] = [await open(10), await open(2)]
for (const socket of headers) socket.resume().write('GET /api/zones HTTP/1.1\r\nHost: a\r\nX: ')
for (const socket of silent) socket.resume()
for (const socket of bodies) socket.resume().write(slowBody)
for (const socket of readers) socket.pause().write(requestBytes(port, { path: '/api/large' }))
// A file of ours instead of the backend's answer; and one small answer after the other, none of which is read.
for (const socket of asksForFiles) socket.pause().write(requestBytes(port, { path: '/large.js' }))
const small = requestBytes(port, { path: '/api/health', headers: { Connection: 'keep-alive' } })
const thousands = Buffer.concat(Array.from({ length: 20_000 }, () => small))
for (const socket of asksForever) socket.pause().write(thousands)
drip(headers, 5000)
drip(bodies, 1000)
setInterval(() => [...readers, ...asksForFiles].forEach((socket) => socket.read(1)), 1000)
process.stdout.write('ready\n')
