// Serves the built web application from memory: read once at start, so no request path ever reaches the file system. Unknown
// addresses without a file extension are pages of the application and get index.html.
import { createHash, randomBytes } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { SecurityHeaderTable } from './middleware/security-headers.ts'
import { refuse, sendProblem } from './problem.ts'
import { sendReply } from './reply.ts'
import type { RequestContext } from './request-context.ts'
import { takesGzip } from './takes-gzip.ts'

export type StaticFiles = (context: RequestContext) => void

type StaticFile = {
  readonly type: string
  readonly etag: string
  readonly cache: string
  readonly body: Buffer
  readonly zipped: Buffer | null
}

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wasm': 'application/wasm',
}

export async function readStaticFiles(folder: string | null, headers: SecurityHeaderTable): Promise<StaticFiles> {
  const files = folder === null ? new Map<string, StaticFile>() : await readFolder(folder)
  return (context) => {
    if (context.method !== 'GET' && context.method !== 'HEAD') {
      return sendProblem(context, refuse('method_not_allowed', ['Allow', 'GET, HEAD']))
    }
    const isPage = !context.path.slice(context.path.lastIndexOf('/')).includes('.')
    const file = files.get(context.path) ?? (isPage ? files.get('/index.html') : undefined)
    context.route = file ? 'static' : 'none'
    if (file === undefined) return sendProblem(context, refuse('not_found'))
    if (headers.usesNonce && file.type.startsWith('text/html')) return sendWithNonce(context, file, headers)
    sendFile(context, file)
  }
}

function sendFile(context: RequestContext, file: StaticFile): void {
  const headers = ['ETag', file.etag, 'Cache-Control', file.cache]
  if (file.zipped) headers.push('Vary', 'Accept-Encoding')
  if (browserHas(context, file.etag)) return sendReply(context, { status: 304, headers })
  headers.push('Content-Type', file.type)
  const zipped = takesGzip(context) ? file.zipped : null
  if (zipped) headers.push('Content-Encoding', 'gzip')
  sendReply(context, { status: 200, headers, body: zipped ?? file.body })
}

/** One of the tags the browser has, strong or weak (RFC 9110 section 13.1.2). */
function browserHas({ request }: RequestContext, etag: string): boolean {
  const tags = request.headers['if-none-match'] ?? ''
  return tags === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
}

/** Strict profile (rules 4): a new nonce per answer, on every element that may carry one. */
function sendWithNonce(context: RequestContext, file: StaticFile, table: SecurityHeaderTable): void {
  const nonce = randomBytes(16).toString('base64')
  context.securityHeaders = table.withNonce(nonce)
  const body = file.body.toString().replace(/<(script|style|link)\b/g, `<$1 nonce="${nonce}"`)
  sendReply(context, { status: 200, headers: ['Content-Type', file.type, 'Cache-Control', 'no-store'], body })
}

async function readFolder(folder: string): Promise<Map<string, StaticFile>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Map<string, StaticFile>()
  for (const entry of entries) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(folder, file).split(sep).join('/')}`
    files.set(path, await readOne(file, path))
  }
  const worker = files.get(workerPath)
  if (worker) files.set(workerPath, await withFileList(worker, files))
  return files
}

const workerPath = '/sw.js'

/** The service worker is told which build this is and of which files: every build is another text, so that browsers take it at once. */
async function withFileList(worker: StaticFile, files: ReadonlyMap<string, StaticFile>): Promise<StaticFile> {
  const offline = [...files].filter(([path]) => path !== workerPath && path !== '/index.html' && !isRare.test(path))
  const text = [...files].map(([path, { etag }]) => `${path} ${etag}`).join('\n')
  const build = createHash('sha256').update(text).digest('base64url').slice(0, 16)
  const list = JSON.stringify({ build, files: offline.map(([path]) => path) })
  return fileOf(workerPath, Buffer.concat([Buffer.from(`globalThis.rollcallFiles = ${list}\n`), worker.body]))
}

/** Letters that most sites never show: the system's stand in for them without a network; what opens a PDF, to be uploaded; and pictures of the guide. */
const isRare = /-(?:cyrillic|greek|vietnamese)[^/]*\.woff2?$|\/pdfjs-[^/]*\.js$|^\/built\/[^/]*\.png$/

async function readOne(file: string, path: string): Promise<StaticFile> {
  return fileOf(path, await readFile(file))
}

async function fileOf(path: string, body: Buffer): Promise<StaticFile> {
  const type = mediaTypes[extname(path).toLowerCase()] ?? 'application/octet-stream'
  // The build puts a content hash into the names below /built/; everything else may change under its name.
  const cache = path.startsWith('/built/') ? 'public, max-age=31536000, immutable' : 'no-cache'
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`
  const isText = /^text|json|svg/.test(type)
  const zipped = isText && body.length > 1024 ? await promisify(gzip)(body) : null
  return { type, etag, cache, body, zipped }
}
