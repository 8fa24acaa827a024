// Reads a large download slowly through a proxy and watches the proxy's memory meanwhile. Called by proxy-bench.ts.
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { residentBytes } from '../measuring/process-meter.ts'
import { browserRequest, downloadBytes } from './zone-requests.ts'

const bytesPerSecond = 20 * 1024 * 1024

export type DownloadResult = {
  readonly seconds: number
  readonly bytes: number
  readonly before: number
  readonly most: number
}

export async function slowDownload(port: number, pid: number, cookie: string): Promise<DownloadResult> {
  const before = residentBytes(pid)
  let most = before
  const startedAt = performance.now()
  const watch = setInterval(() => (most = Math.max(most, residentBytes(pid))), 100)
  const socket = connect(port, '127.0.0.1')
  socket.write(browserRequest({ method: 'GET', path: '/api/download', cookie }))
  let bytes = 0
  let status = ''
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      if (bytes === 0) {
        status = chunk.toString('latin1', 0, 12)
        bytes = -(chunk.indexOf('\r\n\r\n') + 4)
      }
      bytes += chunk.length
      if (bytes >= downloadBytes) break
      const ahead = (bytes / bytesPerSecond) * 1000 - (performance.now() - startedAt)
      if (ahead > 5) await sleep(ahead)
    }
  } finally {
    clearInterval(watch)
    socket.destroy()
  }
  if (status !== 'HTTP/1.1 200' || bytes !== downloadBytes) {
    throw new Error(`The download was "${status}" with ${bytes} of ${downloadBytes} bytes.`)
  }
  return { seconds: (performance.now() - startedAt) / 1000, bytes, before, most }
}
