// Every refusal we write ourselves, in the server layer and in the backend: code, HTTP status, sentence (rules 1).
// Code refuses by code; the reply is built in one place per process.
import { z } from 'zod'

export const problems = {
  unauthenticated: { status: 401, message: 'Sign in to continue.' },
  token_expired: { status: 401, message: 'Your session has ended. Sign in again.' },
  invalid_credentials: { status: 401, message: 'The email address or the password is wrong.' },
  account_locked: { status: 423, message: 'This account is locked for a while after too many wrong passwords.' },
  temporary_password_over: {
    status: 401,
    message: 'This temporary password was used already, or is more than an hour old. Ask an administrator for another.',
  },
  password_link_over: {
    status: 410,
    message: 'This link was used already, or is more than 30 minutes old. Ask for another.',
  },
  second_factor_required: { status: 401, message: 'Enter the code of your authenticator app, or use a passkey.' },
  wrong_code: { status: 401, message: 'This code is wrong, or was used already. Wait for the next one.' },
  wrong_passkey: { status: 401, message: 'This passkey does not open this account here, or its answer is too old.' },
  forbidden: { status: 403, message: 'You do not have permission for this.' },
  csrf_failed: {
    status: 403,
    message: 'This request could not be matched to your session. Reload the page and try again.',
  },
  password_change_required: { status: 403, message: 'Change your password before you go on.' },
  second_factor_missing: { status: 403, message: 'Set up a second factor before you go on.' },
  malformed_body: { status: 400, message: 'The request body is not valid JSON.' },
  malformed_request: { status: 400, message: 'The request could not be understood.' },
  malformed_path: { status: 400, message: 'The address of this request is not in its plain form.' },
  validation_failed: { status: 400, message: 'Some fields need attention.' },
  not_found: { status: 404, message: 'There is nothing here.' },
  method_not_allowed: { status: 405, message: 'This method is not supported.' },
  request_timeout: { status: 408, message: 'The request took too long to arrive.' },
  conflict: { status: 409, message: 'This conflicts with what is already there.' },
  active_event_exists: { status: 409, message: 'An emergency is already active for this place.' },
  idempotency_key_reused: {
    status: 409,
    message: 'This idempotencyKey was used for something else. Nothing was triggered.',
  },
  decided_since: { status: 409, message: 'Somebody decided about this person later than you. Theirs stands.' },
  emergency_over: { status: 409, message: 'This emergency has ended. What was decided after that is not part of it.' },
  people_missing: { status: 409, message: 'People are still missing. Confirm that you want to end it anyway.' },
  changed_since: { status: 412, message: 'Somebody changed this after you read it. Yours was not saved.' },
  body_too_large: { status: 413, message: 'The request body is too large.' },
  unsupported_media_type: { status: 415, message: 'This kind of content is not accepted here.' },
  expectation_failed: { status: 417, message: 'The expectation of this request cannot be met.' },
  too_many_attempts: { status: 429, message: 'Too many attempts. Try again later.' },
  too_many_requests: { status: 429, message: 'Too many requests. Try again later.' },
  headers_too_large: { status: 431, message: 'The request headers are too large.' },
  internal_error: { status: 500, message: 'Something went wrong on our side.' },
  backend_unavailable: { status: 502, message: 'The service behind this page cannot be reached right now.' },
  realtime_not_configured: { status: 503, message: 'Live updates are not configured.' },
  realtime_for_whole_site: {
    status: 503,
    message: 'Live updates are for accounts that see every building. Yours is read every 10 seconds.',
  },
  mail_not_configured: { status: 503, message: 'No mail server is set up here. Ask an administrator instead.' },
  passkeys_unavailable: {
    status: 503,
    message: 'Passkeys need PUBLIC_URL to be https:// with a name, or http://localhost.',
  },
  not_ready: { status: 503, message: 'Something that this service needs is not well.' },
  database_unavailable: { status: 503, message: 'The database cannot be reached right now.' },
  readings_elsewhere: { status: 503, message: 'Another backend takes the readings at the moment.' },
  readings_unavailable: { status: 503, message: 'Readings cannot be kept at the moment. Send them again.' },
  files_unavailable: { status: 503, message: 'Plans and photos cannot be reached right now.' },
  query_too_slow: {
    status: 503,
    message: 'This question took too long to answer. Ask for less, such as a shorter time.',
  },
  overloaded: { status: 503, message: 'Too much is going on right now. Try again in a moment.' },
  backend_timeout: { status: 504, message: 'The service behind this page took too long to answer.' },
} as const satisfies Record<string, { status: number; message: string }>

export type ProblemCode = keyof typeof problems

/** What is wrong with one field; `code` is one of notes.ts, and what stands in its holes: for whoever reads another language. */
export const Issue = z.object({
  path: z.string(),
  message: z.string(),
  code: z.string().optional(),
  values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
})
export type Issue = z.infer<typeof Issue>

/** The one error shape of the product. */
export const ProblemReply = z.object({
  success: z.literal(false),
  error: z.object({
    code: z.string(),
    message: z.string(),
    issues: z.array(Issue).optional(),
    requestId: z.string(),
  }),
})
export type ProblemReply = z.infer<typeof ProblemReply>

export function problemReply(code: ProblemCode, requestId: string, issues?: readonly Issue[]): ProblemReply {
  const error = { code, message: problems[code].message, requestId }
  const sentences = issues?.map((issue) => ({ ...issue, message: sentence(issue.message) }))
  return { success: false, error: sentences ? { ...error, issues: sentences } : error }
}

/** Ends what is said to people, whoever wrote it. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}
