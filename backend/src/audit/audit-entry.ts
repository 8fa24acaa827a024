// What one audit record says, and the text its hash is taken over (rules 8: audit_log).
import { createHash } from 'node:crypto'
import { hmacSha256 } from '@rollcall/tokens/hmac'

/** Filled in by whoever changes something. `before` and `after` never hold a password, a hash or a key. */
export type AuditEntry = {
  /** `zones.change`: the row's domain and name. */
  readonly action: string
  readonly resource: string
  readonly entityId?: string | null
  readonly before?: unknown
  readonly after?: unknown
  readonly result?: 'success' | 'denied' | 'failed'
  /** Of one of several that were changed together; absent: of the change. */
  readonly origin?: AuditOrigin
}

/** What a change says of itself: what it is called comes from its row, unless it says so. */
export type ChangeRecord = Omit<AuditEntry, 'action' | 'resource'> & Partial<Pick<AuditEntry, 'action' | 'resource'>>

export type AuditActor = {
  readonly actorId: string | null
  readonly actorEmail: string | null
  readonly actorRole: string | null
}

/** Filled in from the request. */
export type AuditOrigin = AuditActor & {
  readonly ip: string | null
  readonly method: string | null
  readonly requestId: string | null
}

/** What the system does by itself: no person, no request. */
export const systemOrigin: AuditOrigin = {
  actorId: null,
  actorEmail: null,
  actorRole: null,
  ip: null,
  method: null,
  requestId: null,
}

/** Everything of a row but its hash. Times are ISO texts with milliseconds, as the database gives them back. */
export type AuditContent = {
  readonly seq: number
  readonly id: string
  readonly at: string
  readonly actorId: string | null
  readonly actorEmail: string | null
  readonly actorRole: string | null
  readonly ip: string | null
  readonly action: string
  readonly resource: string
  readonly entityId: string | null
  readonly method: string | null
  readonly result: string
  readonly before: unknown
  readonly after: unknown
  readonly requestId: string | null
  readonly previousHash: string
}

/** Keyed, so that nobody who can write into the database can make another chain; without a secret only for rows from before there was one. */
export function hashOf(content: AuditContent, secret: string | null): string {
  const text = canonicalJson(content)
  return secret === null ? createHash('sha256').update(text).digest('hex') : keyed(text, secret)
}

export type ChainEnd = { readonly seq: number; readonly hash: string }

/** Of the last row, or of the last one that was removed: it stands nowhere but beside that end, so that an end put elsewhere has none. */
export function sealOf(which: 'head' | 'tail', { seq, hash }: ChainEnd, secret: string): string {
  return keyed(`${which} ${seq} ${hash}`, secret)
}

/** Of how often a denial was repeated: it rises after its record is written. */
export function countSealOf(hash: string, count: number, secret: string): string {
  return keyed(`count ${count} ${hash}`, secret)
}

const keyed = (text: string, secret: string) => hmacSha256(text, secret).toString('hex')

/** Keys sorted at every depth, because jsonb does not keep their order. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part !== null && typeof part === 'object' && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
}
