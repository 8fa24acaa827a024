// The load of the proxy and backend measurements: N connections, each sending the next request when the answer to the last is whole. An own
// program, because every single answer is checked (status and length) and because it is there wherever the relay's Bun is.
import type { Socket } from 'bun'
import { sayLine, serveJobs } from './json-jobs.ts'
import { percentile } from './numbers.ts'

export type LoadJob = {
  readonly port: number
  readonly request: string
  readonly connections: number
  readonly seconds: number
  readonly status: number
}

/** Times in milliseconds. */
export type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  readonly longest: number
  /** The slowest of the first requests, one per connection: they include the wait to be accepted. */
  readonly longestFirst: number
  readonly error: string | null
}

type State = { sentAt: number; rest: Buffer | null; isFirst: boolean }

async function load(job: LoadJob): Promise<LoadResult> {
  const request = Buffer.from(job.request)
  const statusLine = `HTTP/1.1 ${job.status} `
  const times: number[] = []
  const startedAt = performance.now()
  const endsAt = startedAt + job.seconds * 1000
  let error: string | null = null
  let open = job.connections
  let longestFirst = 0
  let finish: () => void = () => undefined
  const finished = new Promise<void>((resolve) => (finish = resolve))

  const send = (socket: Socket<State>) => {
    socket.data.sentAt = performance.now()
    socket.write(request)
  }
  const leave = (socket: Socket<State>, reason: string | null = null) => {
    error ??= reason
    socket.end()
    open -= 1
    if (open === 0) finish()
  }
  const handler = {
    open: send,
    data(socket: Socket<State>, chunk: Buffer) {
      const { data } = socket
      const bytes = data.rest === null ? chunk : Buffer.concat([data.rest, chunk])
      const verdict = completeness(bytes, statusLine)
      if (verdict === 'incomplete') {
        data.rest = data.rest === null ? Buffer.from(chunk) : bytes
        return
      }
      if (verdict !== 'whole') return leave(socket, verdict)
      data.rest = null
      const now = performance.now()
      times.push(now - data.sentAt)
      if (data.isFirst) longestFirst = Math.max(longestFirst, now - data.sentAt)
      data.isFirst = false
      if (now < endsAt) send(socket)
      else leave(socket)
    },
    close(socket: Socket<State>) {
      if (performance.now() < endsAt && error === null) leave(socket, 'a connection was closed by the server')
    },
  }
  for (let at = 0; at < job.connections; at += 1) {
    const data = { sentAt: 0, rest: null, isFirst: true }
    await Bun.connect<State>({ hostname: '127.0.0.1', port: job.port, data, socket: handler })
  }
  await finished
  const sorted = Float64Array.from(times).sort()
  return {
    requests: times.length,
    seconds: (performance.now() - startedAt) / 1000,
    p50: percentile(sorted, 0.5),
    p99: percentile(sorted, 0.99),
    longest: percentile(sorted, 1),
    longestFirst,
    error,
  }
}

/** `whole`, `incomplete`, or what is wrong with the answer. */
function completeness(bytes: Buffer, statusLine: string): string {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd === -1) return 'incomplete'
  const head = bytes.toString('latin1', 0, headEnd)
  if (!head.startsWith(statusLine)) return `an answer was "${head.split('\r\n', 1)[0]}", not ${statusLine.trim()}`
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) return 'an answer had no Content-Length'
  const missing = headEnd + 4 + Number(length) - bytes.length
  if (missing < 0) return 'an answer was longer than it said'
  return missing > 0 ? 'incomplete' : 'whole'
}

sayLine({ port: 0 })
serveJobs(load)
