// An HTTP client that normalises nothing: what a test writes is what goes over the wire, and the answer is kept field by field.
import { connect, type Socket } from 'node:net'

export type RawAnswer = {
  readonly status: number
  readonly fields: readonly (readonly [string, string])[]
  readonly body: Buffer
  /** False when the connection ended before the declared end of the body. */
  readonly complete: boolean
  readonly header: (name: string) => string | undefined
  readonly all: (name: string) => string[]
  readonly json: () => {
    success?: boolean
    data?: unknown
    error?: { code: string; issues?: unknown[]; requestId: string }
  }
}

export type RequestParts = {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>> | readonly (readonly [string, string])[]
  readonly body?: string | Buffer
}

export function requestBytes(port: number, { method = 'GET', path = '/', headers = {}, body }: RequestParts): Buffer {
  const given = Array.isArray(headers) ? headers : Object.entries(headers)
  const has = (name: string) => given.some(([key]) => key.toLowerCase() === name)
  let head = `${method} ${path} HTTP/1.1\r\n`
  if (!has('host')) head += `Host: 127.0.0.1:${port}\r\n`
  for (const [name, value] of given) head += `${name}: ${value}\r\n`
  if (body !== undefined && !has('content-length') && !has('transfer-encoding')) {
    head += `Content-Length: ${Buffer.byteLength(body)}\r\n`
  }
  if (!has('connection')) head += 'Connection: close\r\n'
  return Buffer.concat([Buffer.from(`${head}\r\n`, 'latin1'), Buffer.from(body ?? '')])
}

export type ExchangeOptions = {
  readonly count?: number
  readonly timeoutMs?: number
  readonly method?: string | undefined
}

/** Writes the bytes and gives every answer that came until the connection closed, or until `count` of them are whole. */
export function exchange(port: number, bytes: string | Buffer, options: ExchangeOptions = {}): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const received: Buffer[] = []
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes),
    )
    const timer = setTimeout(() => {
      socket.destroy()
      reject(new Error(`no answer in time; received: ${Buffer.concat(received).toString('latin1').slice(0, 500)}`))
    }, options.timeoutMs ?? 20_000)
    const finish = () => {
      clearTimeout(timer)
      socket.destroy()
      resolve(parseAnswers(Buffer.concat(received), options.method))
    }
    socket.on('data', (chunk) => {
      received.push(chunk)
      if (options.count === undefined) return
      const whole = parseAnswers(Buffer.concat(received), options.method).filter((answer) => answer.complete)
      if (whole.length >= options.count) finish()
    })
    socket.on('error', () => undefined)
    socket.on('close', finish)
  })
}

export function openSocket(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket))
    socket.once('error', reject)
    socket.on('error', () => undefined)
  })
}

export function parseAnswers(bytes: Buffer, method?: string): RawAnswer[] {
  const answers: RawAnswer[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) break
    const lines = bytes.subarray(at, end).toString('latin1').split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(lines[0] ?? '')?.[1])
    if (!status) throw new Error(`not an HTTP answer: ${lines[0]}`)
    const fields = lines.slice(1).map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon), line.slice(colon + 1).trim()]
    })
    const { body, next, complete } = readBody(bytes, end + 4, status, fields, method)
    at = next
    if (status >= 200 || status === 101) answers.push(answerOf(status, fields, body, complete))
  }
  return answers
}

function answerOf(status: number, fields: [string, string][], body: Buffer, complete: boolean): RawAnswer {
  const all = (name: string) =>
    fields.filter(([key]) => key.toLowerCase() === name.toLowerCase()).map(([, value]) => value)
  return {
    status,
    fields,
    body,
    complete,
    all,
    header: (name) => all(name)[0],
    json: () => JSON.parse(body.toString()) as never,
  }
}

function readBody(bytes: Buffer, start: number, status: number, fields: [string, string][], method?: string) {
  const value = (name: string) => fields.find(([key]) => key.toLowerCase() === name)?.[1]
  if (method === 'HEAD' || status === 204 || status === 304 || status < 200) {
    return { body: Buffer.alloc(0), next: start, complete: true }
  }
  const length = value('content-length')
  if (length !== undefined) {
    const end = start + Number(length)
    return { body: bytes.subarray(start, end), next: end, complete: bytes.length >= end }
  }
  if (value('transfer-encoding') === 'chunked') return readChunks(bytes, start)
  return { body: bytes.subarray(start), next: bytes.length, complete: true }
}

function readChunks(bytes: Buffer, start: number) {
  const parts: Buffer[] = []
  let at = start
  for (;;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd === -1) return { body: Buffer.concat(parts), next: bytes.length, complete: false }
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    if (size === 0) return { body: Buffer.concat(parts), next: lineEnd + 4, complete: bytes.length >= lineEnd + 4 }
    if (bytes.length < lineEnd + 2 + size + 2)
      return { body: Buffer.concat(parts), next: bytes.length, complete: false }
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size))
    at = lineEnd + 2 + size + 2
  }
}
