// The bytes of one HTTP/1.1 request, for loads that send the same one again and again.

export type RequestParts = {
  readonly method: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: unknown
}

export function requestText({ method, path, headers = {}, body }: RequestParts): string {
  const text = body === undefined ? '' : JSON.stringify(body)
  const own = { Host: 'app.example', Accept: 'application/json', ...headers }
  const length = { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(text)) }
  const lines = Object.entries(text === '' ? own : { ...own, ...length }).map(([name, value]) => `${name}: ${value}`)
  return [`${method} ${path} HTTP/1.1`, ...lines, '', text].join('\r\n')
}
