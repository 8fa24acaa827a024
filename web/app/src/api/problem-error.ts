// What the page knows about a refused or failed call: the one error shape of the product (rules 1) as an Error.
import { ProblemReply, problems } from '@rollcall/contracts/problems'
import type { Issue, ProblemCode } from '@rollcall/contracts/problems'
import { t as problemText } from './problems/texts.ts'
import { t } from './texts.ts'

/** Codes that only the browser can know, beside those of the contract. */
export type ClientCode = ProblemCode | 'unreachable' | 'unknown'

export class ProblemError extends Error {
  readonly code: string
  readonly status: number
  readonly issues: readonly Issue[]
  readonly requestId: string | null
  /** Seconds until another try makes sense, from Retry-After. */
  readonly retryAfter: number | null

  constructor(problem: {
    code: ClientCode | (string & {})
    message: string
    status: number
    issues?: readonly Issue[]
    requestId?: string | null
    retryAfter?: number | null
  }) {
    super(problem.message)
    this.name = 'ProblemError'
    this.code = problem.code
    this.status = problem.status
    this.issues = problem.issues ?? []
    this.requestId = problem.requestId ?? null
    this.retryAfter = problem.retryAfter ?? null
  }
}

export function unreachable(): ProblemError {
  return new ProblemError({ code: 'unreachable', message: t('unreachable'), status: 0 })
}

/** Of several conditions with one status, the one that an answer of somebody else's (a proxy's) can mean. */
const foreign: Readonly<Partial<Record<number, ProblemCode>>> = { 400: 'malformed_request', 503: 'backend_unavailable' }

/** `body` is the parsed JSON of the reply, or null when it was none (a proxy's HTML page, an aborted transfer). */
export function problemFrom(status: number, headers: Headers, body: unknown): ProblemError {
  const retryAfter = Number(headers.get('retry-after')) || null
  const parsed = ProblemReply.safeParse(body)
  if (parsed.success) return new ProblemError({ ...parsed.data.error, status, retryAfter })
  const codes = Object.keys(problems) as ProblemCode[]
  const code = foreign[status] ?? codes.find((one) => problems[one].status === status)
  return new ProblemError({
    code: code ?? 'unknown',
    message: code ? problems[code].message : t('notUnderstood'),
    status,
    requestId: headers.get('x-request-id'),
    retryAfter,
  })
}

/** Of reading what an address names: it names nothing, or is not even the name of something. */
export function namesNothing(error: unknown): boolean {
  return error instanceof ProblemError && ['not_found', 'validation_failed'].includes(error.code)
}

/** Anything thrown, as a sentence for people: a refusal of the contract by its code, in the language of the page. */
export function sentenceFor(error: unknown): string {
  if (!(error instanceof ProblemError)) return t('wentWrong')
  const known = problemCode(error.code)
  return known && problems[known].message === error.message ? problemText(known) : error.message
}

/** For a list of refusals: a code of the contract, or a sentence. */
export function reasonWords(reason: string): string {
  const known = problemCode(reason)
  return known ? problemText(known) : reason
}

const problemCode = (code: string): ProblemCode | null => (Object.hasOwn(problems, code) ? (code as ProblemCode) : null)
