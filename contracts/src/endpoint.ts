// One row per API endpoint, as plain data (spec 4.1.5: the API metadata declared at module level).
// Read by the server layer (validating proxy), the backend (handlers), the browser (typed client) and OpenAPI.
// The only file of this room with type-level work; everything below the constructors is types.
import type { z } from 'zod'
import type { Permission } from './permissions.ts'
import type { Topic } from './topics.ts'

/** Who may call: a permission the backend checks, any signed-in user, or everyone. */
export type Access = Permission | 'signed-in' | 'public'

/** A multipart body with exactly one file part; every limit is explicit. */
export type Upload = {
  readonly upload: {
    readonly field: string
    readonly mediaTypes: readonly string[]
    readonly maxBytes: number
    /** Width times height: every page that shows it unpacks it. */
    readonly maxPixels: number
  }
}

/** A reply that is a file, not JSON: the media types it may have. */
export type FileReply = { readonly file: readonly string[] }

/**
 * What an account that is limited to buildings has of a row: `own`, the database shows it what is in its buildings and nothing else;
 * `checked`, the handler has the whole site before it and refuses by itself; `refused`, it concerns the whole organisation.
 */
export type ForLimited = 'own' | 'checked' | 'refused'

/** `null` is "no content": HTTP 204. */
export type ReplyShape = z.ZodType | FileReply | null
export type BodyShape = z.ZodType | Upload | null
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** How often a row may be called. `per`: counted by account, on public rows by client address; or by the path parameter of that name, whoever calls. */
export type Limit = { readonly max: number; readonly windowMs: number; readonly per: string }

export function perMinute(max: number, per = 'address'): Limit {
  return { max, windowMs: 60_000, per }
}

/** Path parameters that are not the id of a stored thing, each with its schema; what does not fit cannot exist (404). */
export type ParamSchemas = { readonly [name: string]: z.ZodType }

export type Endpoint<
  M extends Method = Method,
  P extends string = string,
  B extends BodyShape = BodyShape,
  Q extends z.ZodType | null = z.ZodType | null,
  R extends ReplyShape = ReplyShape,
  N extends ParamSchemas = ParamSchemas,
> = {
  readonly method: M
  readonly path: P
  /** Every other path parameter is an id of ours, a UUID. */
  readonly params: N
  /** Path parameters that must not appear in a log, an audit line or a metric. */
  readonly secret: readonly string[]
  /** Its answer holds something that opens doors: it is never compressed, whatever its size, so that no length tells of it. */
  readonly secretReply: boolean
  readonly body: B
  readonly query: Q
  readonly reply: R
  readonly access: Access
  /** Open to somebody who must change the password first. */
  readonly beforePasswordChange: boolean
  /** Open to somebody who must set up a second factor first. */
  readonly beforeSecondFactor: boolean
  readonly forLimited: ForLimited
  /** The `buildingId` of its query shows it one building, as to an account that is limited to that one. */
  readonly byBuilding: boolean
  readonly limit: Limit | null
  /** What must be read again after this row has changed something. */
  readonly changes: readonly Topic[]
  /** What its audit records are called, where that is not `<domain>.<name>` and `<domain>`. */
  readonly audit: { readonly action?: string; readonly resource?: string }
  /** Status of a success that carries a body; 201 where something was created, 202 where work goes on behind the answer. */
  readonly status: 200 | 201 | 202
  /** Needed when it rings: has its own way to the backend and to the database, so that no other load stands before it (rules 9). */
  readonly urgent: boolean
  /** Reads so much that only a few may at once: has connections of its own, so that nothing else waits for it. */
  readonly slow: boolean
  readonly says: string
}

type Meta<P extends string, Q extends z.ZodType | null, R extends ReplyShape, N extends ParamSchemas> = {
  access: Access
  says: string
  reply: R
  query?: Q
  status?: 200 | 201 | 202
  urgent?: true
  slow?: true
  limit?: Limit
  /** A name that is not in the path does not compile, here and in `secret`. */
  params?: N & { readonly [K in Exclude<keyof N, ParamNames<P>>]: never }
  secret?: readonly ParamNames<P>[]
  secretReply?: true
  beforePasswordChange?: true
  beforeSecondFactor?: true
  forLimited?: Exclude<ForLimited, 'own'>
  byBuilding?: true
  changes?: Topic | readonly Topic[]
  audit?: { readonly action?: string; readonly resource?: string }
}
/** Whoever writes a mutation must say what it changes; an empty list says: nothing that anybody keeps a copy of. */
type Mutation<P extends string, Q extends z.ZodType | null, R extends ReplyShape, N extends ParamSchemas> = Meta<
  P,
  Q,
  R,
  N
> & { changes: Topic | readonly Topic[] }

type NoParams = Readonly<Record<never, z.ZodType>>

export function get<
  P extends string,
  R extends ReplyShape,
  Q extends z.ZodType | null = null,
  N extends ParamSchemas = NoParams,
>(path: P, meta: Meta<P, Q, R, N>) {
  return row('GET', path, null, meta)
}

export function post<
  P extends string,
  B extends z.ZodType | Upload,
  R extends ReplyShape,
  Q extends z.ZodType | null = null,
  N extends ParamSchemas = NoParams,
>(path: P, body: B, meta: Mutation<P, Q, R, N>) {
  return row('POST', path, body, meta)
}

export function put<
  P extends string,
  B extends z.ZodType,
  R extends ReplyShape,
  Q extends z.ZodType | null = null,
  N extends ParamSchemas = NoParams,
>(path: P, body: B, meta: Mutation<P, Q, R, N>) {
  return row('PUT', path, body, meta)
}

export function patch<
  P extends string,
  B extends z.ZodType,
  R extends ReplyShape,
  Q extends z.ZodType | null = null,
  N extends ParamSchemas = NoParams,
>(path: P, body: B, meta: Mutation<P, Q, R, N>) {
  return row('PATCH', path, body, meta)
}

/** A DELETE has no body unless the row gives it a schema (spec 4.1.5, body-carrying DELETE). */
export function remove<
  P extends string,
  R extends ReplyShape,
  B extends z.ZodType | null = null,
  Q extends z.ZodType | null = null,
  N extends ParamSchemas = NoParams,
>(path: P, meta: Mutation<P, Q, R, N> & { body?: B }) {
  return row('DELETE', path, (meta.body ?? null) as B, meta)
}

function row<
  M extends Method,
  P extends string,
  B extends BodyShape,
  Q extends z.ZodType | null,
  R extends ReplyShape,
  N extends ParamSchemas,
>(method: M, path: P, body: B, meta: Meta<P, Q, R, N>): Endpoint<M, P, B, Q, R, N> {
  const { access, says, reply, limit = null, secret = [], changes = [], audit = {}, status = 200 } = meta
  return {
    method,
    path,
    params: (meta.params ?? {}) as N,
    secret,
    body,
    query: (meta.query ?? null) as Q,
    reply,
    access,
    beforePasswordChange: meta.beforePasswordChange ?? false,
    beforeSecondFactor: meta.beforeSecondFactor ?? false,
    forLimited: meta.forLimited ?? 'own',
    byBuilding: meta.byBuilding ?? false,
    limit,
    changes: typeof changes === 'string' ? [changes] : changes,
    audit,
    status,
    urgent: meta.urgent ?? false,
    slow: meta.slow ?? false,
    secretReply: meta.secretReply ?? false,
    says,
  }
}

/** What the audit records of a row are called. */
export function auditNames(domain: string, name: string, { audit }: Endpoint): { action: string; resource: string } {
  return { action: audit.action ?? `${domain}.${name}`, resource: audit.resource ?? domain }
}

/** The names in the path, in its order. */
export function paramNames(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

export function isUpload(body: BodyShape): body is Upload {
  return body !== null && 'upload' in body
}

export function isFileReply(reply: ReplyShape): reply is FileReply {
  return reply !== null && 'file' in reply
}

// ---- what a row means to its readers ----

type ParamNames<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
export type PathParams<E extends Endpoint> = {
  readonly [K in ParamNames<E['path']>]: K extends keyof E['params'] ? z.output<E['params'][K]> : string
}

export type UploadedFile = { readonly fileName: string; readonly mediaType: string; readonly bytes: Uint8Array }
export type FileContent = {
  readonly mediaType: string
  readonly fileName: string
  readonly content: Uint8Array | string | AsyncIterable<Uint8Array | string>
}

/** What a handler receives, after parsing. */
export type BodyOf<E extends Endpoint> = E['body'] extends z.ZodType
  ? z.output<E['body']>
  : E['body'] extends Upload
    ? UploadedFile
    : undefined
export type QueryOf<E extends Endpoint> = E['query'] extends z.ZodType ? z.output<E['query']> : undefined
/** What a handler gives back. */
export type ReplyOf<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.input<E['reply']>
  : E['reply'] extends FileReply
    ? FileContent
    : null

/** A reply that is written already, by the database: passed on as it is, not read and written once more. */
export class JsonText<Reply> {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  read(): Reply {
    return JSON.parse(this.text) as Reply
  }
}

export type Rows = { readonly [domain: string]: { readonly [name: string]: Endpoint } }

export type HandlerInput<E extends Endpoint, Context> = {
  readonly params: PathParams<E>
  readonly query: QueryOf<E>
  readonly body: BodyOf<E>
  readonly context: Context
}
export type Handler<E extends Endpoint, Context> = (
  input: HandlerInput<E, Context>,
) => Promise<ReplyOf<E> | JsonText<ReplyOf<E>>>

/** One handler per row; a missing, superfluous or wrongly typed one does not compile. */
export type Handlers<R extends { readonly [name: string]: Endpoint }, Context> = {
  readonly [K in keyof R]: Handler<R[K], Context>
}

/** What a caller passes: the parts the row names, no others. */
export type CallInput<E extends Endpoint> = ([ParamNames<E['path']>] extends [never]
  ? { readonly params?: never }
  : { readonly params: PathParams<E> }) &
  (E['body'] extends z.ZodType
    ? { readonly body: z.input<E['body']> }
    : E['body'] extends Upload
      ? { readonly body: Blob }
      : { readonly body?: never }) &
  (E['query'] extends z.ZodType ? { readonly query?: z.input<E['query']> } : { readonly query?: never }) & {
    /** The `updatedAt` of what the caller read; whoever changed it since is not overwritten (412). */
    readonly unchangedSince?: string
  }
/** What a caller gets back: the `data` of the reply, the file, or nothing. */
export type CallResult<E extends Endpoint> = E['reply'] extends z.ZodType
  ? z.output<E['reply']>
  : E['reply'] extends FileReply
    ? Blob
    : null
