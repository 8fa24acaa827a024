// Mounts every row of the contract: authenticate, check the permission, parse, handle, reply – the same for all (spec 5.3).
// A handler receives parsed input only; the raw body is not reachable from it (spec 4.1.5).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { check } from '@rollcall/contracts/check'
import { backendRows, type BackendRows } from '@rollcall/contracts/api'
import type { ProblemCode } from '@rollcall/contracts/problems'
import {
  auditNames,
  isFileReply,
  isUpload,
  JsonText,
  type Endpoint,
  type FileContent,
  type HandlerInput,
  type Handlers,
  type Limit,
} from '@rollcall/contracts/endpoint'
import type { AuditOrigin } from '../audit/audit-entry.ts'
import type { Denials } from './denials.ts'
import type { Authenticate } from '../auth/authenticate.ts'
import type { CurrentUser } from '../auth/current-user.ts'
import type { Changes } from '../changes/changes.ts'
import type { Connection } from '../database/connect.ts'
import type { Database } from '../database/schema.ts'
import type { Context } from './context.ts'
import { entityTag, refuseIfChanged } from './entity-tag.ts'
import { sendJson } from './json-reply.ts'
import { sendError } from './error-reply.ts'
import { createRateLimits, type RateLimits } from './rate-limits.ts'
import { Refusal, refuse } from './refusal.ts'
import { readUpload } from './read-upload.ts'
import { runChange, type ChangeKind } from './run-change.ts'
import { sendFile } from './send-file.ts'
import { createTurns, type Turns } from '../turns.ts'

/** One handler per row of every domain; leaving one out does not compile. */
export type AllHandlers = { readonly [D in keyof BackendRows]: Handlers<BackendRows[D], Context> }

type Needs = {
  readonly handlers: AllHandlers
  readonly authenticate: Authenticate
  /** Urgent rows (rules 9) and slow ones have connections of their own. */
  readonly connection: Pick<Connection, 'db' | 'urgent' | 'slow' | 'limited'>
  /** Ordinary reads that are worked on at once. */
  readonly readsAtOnce: () => number
  /** Tests hold every reply against its schema; in production the check would cost more than it finds. */
  readonly checkReplies: boolean
  readonly changes: Changes
  readonly denials: Pick<Denials, 'record'>
}
type AnyHandler = (input: HandlerInput<Endpoint, Context>) => Promise<unknown>

const jsonLimit = 1024 * 1024
/** Room for the part headers around an uploaded file. */
const multipartOverhead = 64 * 1024

/** However many pages are read, what must not wait finds a free event loop and the database idle enough: the next reads stand in a line, and
 * who has stood there for so many milliseconds is asked to come again (rules 9). */
const readPatienceMs = 2000

export function implement(app: FastifyInstance, needs: Needs): void {
  const limits = createRateLimits()
  const readTurn = createTurns(needs.readsAtOnce, readPatienceMs, () => {
    throw new Refusal('overloaded', undefined, { 'retry-after': '1' })
  })
  for (const [domain, rows] of Object.entries(backendRows)) {
    const handlers = needs.handlers[domain as keyof BackendRows] as unknown as Readonly<Record<string, AnyHandler>>
    for (const [name, row] of Object.entries<Endpoint>(rows)) {
      const handler = handlers[name]
      if (!handler) throw new Error(`No handler for ${domain}.${name}`)
      mount(app, { domain, name, row, handler }, needs, { limits, readTurn })
    }
  }
}

type Mounted = {
  readonly domain: string
  readonly name: string
  readonly row: Endpoint
  readonly handler: AnyHandler
}

type Shared = { readonly limits: RateLimits; readonly readTurn: Turns }

function mount(app: FastifyInstance, mounted: Mounted, needs: Needs, { limits, readTurn }: Shared): void {
  const { domain, name, row, handler } = mounted
  const key = `${domain}.${name}`
  const kind = { ...auditNames(domain, name, row), changes: row.changes, from: needs.changes.backendId }
  const { changes } = needs
  const which = row.urgent ? 'urgent' : row.slow ? 'slow' : 'db'
  const whole = needs.connection[which]
  const isOrdinaryRead = row.method === 'GET' && which === 'db'
  app.route({
    method: row.method,
    url: row.path.replaceAll(/\{(\w+)\}/g, ':$1'),
    bodyLimit: isUpload(row.body) ? row.body.upload.maxBytes + multipartOverhead : jsonLimit,
    config: { key, row },
    errorHandler: async (error, request, reply) => {
      const isDenial = error instanceof Refusal && denialCodes.has(error.code) && row.access !== 'public'
      if (isDenial) await needs.denials.record(originOf(request), auditNames(domain, name, row), error.code)
      return sendError(error, request, reply)
    },
    // Before the body is read: a stranger's megabyte is not parsed.
    onRequest: async (request) => {
      if (row.access !== 'public') request.user = (await needs.authenticate(request.headers.authorization)).user
      if (row.limit) limits.take(key, row.limit, countedBy(row.limit, request))
      if (request.user) refuseUnlessAllowed(request.user, row)
    },
    handler: async (request, reply) => {
      const params = parseParams(row, request.params as Readonly<Record<string, string>>)
      const query = parseWith(row.query ?? NoQuery, request.query)
      const body = isUpload(row.body) ? await readUpload(request, row.body) : parseBody(row.body, request)
      const answer = { status: row.status }
      const limit = limitOf(request.user, row.byBuilding ? (query as InBuilding).buildingId : undefined)
      const own = limit ? needs.connection.limited(which, limit) : whole
      const db = row.forLimited === 'own' ? own : whole
      const context = contextOf(request, kind, { db, own, changes, answer, buildingIds: limit?.buildingIds ?? null })
      const leave = isOrdinaryRead ? await readTurn() : undefined
      try {
        const result = await handler({ params, query: query as undefined, body: body as undefined, context })
        if (row.limit && (request.user || row.limit.per !== 'address'))
          limits.confirm(key, countedBy(row.limit, request))
        return await send(request, reply.code(answer.status), row, result, needs.checkReplies)
      } finally {
        leave?.()
      }
    },
  })
}

/** Recorded, where the row is guarded (rules 5). */
const denialCodes: ReadonlySet<string> = new Set([
  'unauthenticated',
  'token_expired',
  'forbidden',
  'password_change_required',
  'second_factor_missing',
] satisfies ProblemCode[])

/** The account, or where nobody is signed in the client's address: a whole office may have one. Or a parameter of the path, whoever calls. */
function countedBy({ per }: Limit, { user, ip, params }: FastifyRequest): string {
  return per === 'address' ? (user?.id ?? ip) : String((params as Readonly<Record<string, string>>)[per])
}

function refuseUnlessAllowed(user: CurrentUser, row: Endpoint): void {
  if (user.mustChangePassword && !row.beforePasswordChange) refuse('password_change_required')
  if (user.mustAddSecondFactor && !row.beforeSecondFactor) refuse('second_factor_missing')
  if (user.buildingIds !== null && row.forLimited === 'refused') refuse('forbidden')
  if (row.access === 'public' || row.access === 'signed-in') return
  if (!user.permissions.has(row.access)) refuse('forbidden')
}

type InBuilding = { readonly buildingId?: string | undefined }

/** Null: the whole site is shown. Who asks for one building sees that one, if it is theirs. */
function limitOf(user: CurrentUser | null, asked: string | undefined) {
  if (!user || (user.buildingIds === null && asked === undefined)) return null
  const theirs = user.buildingIds ?? [asked!]
  return { userId: user.id, buildingIds: asked === undefined ? theirs : theirs.filter((id) => id === asked) }
}

const Id = z.uuid()
const NoQuery = z.strictObject({})

/** What does not fit its schema cannot exist. */
function parseParams(row: Endpoint, params: Readonly<Record<string, string>>): Readonly<Record<string, unknown>> {
  const parsed = Object.entries(params).map(([name, value]) => {
    const result = (row.params[name] ?? Id).safeParse(value)
    return [name, result.success ? result.data : refuse('not_found')] as const
  })
  return Object.fromEntries(parsed)
}

function parseBody(schema: z.ZodType | null, request: FastifyRequest): unknown {
  if (schema === null) return undefined
  if (request.isMultipart()) refuse('unsupported_media_type')
  return parseWith(schema, request.body)
}

function parseWith(schema: z.ZodType | null, value: unknown): unknown {
  if (schema === null) return undefined
  const parsed = check(schema, value)
  if (!parsed.ok) throw new Refusal('validation_failed', parsed.issues)
  return parsed.data
}

type Answering = Pick<Needs, 'changes'> & {
  readonly db: Database
  readonly own: Database
  readonly buildingIds: readonly string[] | null
  readonly answer: { status: Endpoint['status'] }
}

function contextOf(
  request: FastifyRequest,
  kind: ChangeKind,
  { db, own, buildingIds, changes, answer }: Answering,
): Context {
  const { user, id: requestId, ip, method, log } = request
  const { authorization } = request.headers
  const origin = originOf(request)
  return {
    get user() {
      if (!user) throw new Error('A public row has no user')
      return user
    },
    authorization,
    requestId,
    ip,
    method,
    userAgent: request.headers['user-agent'] ?? '',
    log,
    db,
    own,
    buildingIds,
    answeredBefore: () => void (answer.status = 200),
    may: (permission) => user?.permissions.has(permission) ?? false,
    refuseIfChanged: (stored) => refuseIfChanged(request.headers['if-match'], stored),
    audited: { action: kind.action, resource: kind.resource, origin },
    // Before the reply is sent, and also after a failure: whether the commit happened may be unknown.
    change: (work, actor) =>
      runChange(db, { ...origin, ...actor }, kind, work).finally(() => changes.dispatch(kind.changes)),
  }
}

function originOf({ user, ip, method, id: requestId }: FastifyRequest): AuditOrigin {
  const actor = {
    actorId: user?.id ?? null,
    actorEmail: user?.email ?? null,
    actorRole: user?.role ?? null,
  }
  return { ...actor, ip, method, requestId }
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  row: Endpoint,
  result: unknown,
  checkReplies: boolean,
): Promise<FastifyReply> {
  if (row.reply === null) return reply.code(204).send()
  if (isFileReply(row.reply)) return sendFile(reply, result as FileContent)
  const tag = entityTag(result)
  if (tag !== null) reply.header('etag', tag)
  if (checkReplies) row.reply.parse(result instanceof JsonText ? result.read() : result)
  return sendJson(request, reply, row, result)
}
