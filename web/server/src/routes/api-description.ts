// GET /api/openapi.json and the readable page at /docs, both made from the contract rows at start.
import { gzipSync } from 'node:zlib'
import { rowsByDomain } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { openApiDocument } from '@rollcall/contracts/openapi'
import { sendReply } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'
import { takesGzip } from '../takes-gzip.ts'

export type ApiDescription = {
  readonly json: (context: RequestContext) => void
  readonly page: (context: RequestContext) => void
}

export function createApiDescription(version: string): ApiDescription {
  const json = onceWritten(() => JSON.stringify(openApiDocument({ title: 'Rollcall', version })))
  const page = onceWritten(renderPage)
  return {
    json: (context) => json(context, ['Content-Type', 'application/json; charset=utf-8']),
    page: (context) => page(context, ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache']),
  }
}

/** Written and compressed when it is asked for first: some hundred kilobytes. */
function onceWritten(write: () => string) {
  let text: string | null = null
  let zipped: Buffer | null = null
  return (context: RequestContext, headers: readonly string[]) => {
    text ??= write()
    const body = takesGzip(context) ? (zipped ??= gzipSync(text)) : text
    const coding = body === text ? [] : ['Content-Encoding', 'gzip']
    sendReply(context, { status: 200, headers: [...headers, 'Vary', 'Accept-Encoding', ...coding], body })
  }
}

/** Plain HTML without script or style, so that it reads the same under every Content-Security-Policy. */
function renderPage(): string {
  const domains = Object.entries(rowsByDomain).map(([domain, rows]) => {
    const lines = Object.values<Endpoint>(rows).map(
      ({ method, path, access, says }) =>
        `<tr><td><code>${method}</code></td><td><code>${escape(path)}</code></td><td>${escape(says)}</td><td><code>${escape(access)}</code></td></tr>`,
    )
    const head = '<tr><th>Method</th><th>Path</th><th>What it does</th><th>Needs</th></tr>'
    return `<h2>${escape(domain)}</h2>\n<table border="1" cellpadding="4">\n${head}\n${lines.join('\n')}\n</table>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Rollcall API</title></head>
<body><h1>Rollcall API</h1>
<p>Every endpoint, generated from the same table the server runs on. Machine-readable: <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${domains.join('\n')}
</body></html>
`
}

const escape = (text: string) => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;')
