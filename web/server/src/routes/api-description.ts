// GET /api/openapi.json and the readable page at /docs, both made from the contract rows at start.
import { rowsByDomain } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import { openApiDocument } from '@rollcall/contracts/openapi'
import { sendReply } from '../reply.ts'
import type { RequestContext } from '../request-context.ts'

export type ApiDescription = {
  readonly json: (context: RequestContext) => void
  readonly page: (context: RequestContext) => void
}

export function createApiDescription(version: string): ApiDescription {
  let json: string | null = null
  let page: string | null = null
  return {
    json: (context) => {
      json ??= JSON.stringify(openApiDocument({ title: 'Rollcall', version }))
      sendReply(context, { status: 200, headers: ['Content-Type', 'application/json; charset=utf-8'], body: json })
    },
    page: (context) => {
      page ??= renderPage()
      const headers = ['Content-Type', 'text/html; charset=utf-8', 'Cache-Control', 'no-cache']
      sendReply(context, { status: 200, headers, body: page })
    },
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
