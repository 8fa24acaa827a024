// Turns a denial into its audit record (spec 2.5, 6.2; rules 2) and hands it to the log. Called by API auth and by the
// proxy when it refuses a token; a CSRF refusal is neither kind. Refusals are counted by whoever answers them.
import type { ProblemCode } from '@rollcall/contracts/problems'
import type { RequestContext } from './request-context.ts'

export type DeniedAccess = (context: RequestContext, code: ProblemCode) => void

export type AuditRecord = {
  readonly timestamp: string
  readonly event: 'unauthorized_access' | 'forbidden_access'
  readonly ip: string
  readonly resource: string
  readonly method: string
  readonly result: 'denied'
  readonly reason: string
  readonly user: { readonly userId: string; readonly email: string; readonly role: string } | null
  readonly requestId: string
}

export function createDeniedAccess(write: (record: AuditRecord) => void): DeniedAccess {
  return (context, code) => {
    write({
      timestamp: new Date(context.receivedAt).toISOString(),
      event: code === 'forbidden' ? 'forbidden_access' : 'unauthorized_access',
      ip: context.client,
      resource: loggablePath(context.path),
      method: context.method,
      result: 'denied',
      reason: code,
      user: userOf(context),
      requestId: context.requestId,
    })
  }
}

/** A path may carry a secret: the one-time token of phone onboarding. Lengths keep a line below 8 KiB. */
export function loggablePath(path: string): string {
  const masked = path.replace(
    /^(\/api\/phone-beacon\/)(?!(?:onboarding-token|complete-enrollment|irk-records)$).+/,
    '$1***',
  )
  return cut(masked, 1024)
}

function userOf({ auth }: RequestContext): AuditRecord['user'] {
  return auth && { userId: cut(auth.userId, 128), email: cut(auth.email, 254), role: cut(auth.role, 64) }
}

const cut = (text: string, length: number) => (text.length > length ? `${text.slice(0, length - 1)}…` : text)
