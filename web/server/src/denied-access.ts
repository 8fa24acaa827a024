// Turns a denial into its audit record (spec 2.5, 6.2; rules 2) and hands it to the log. Called by API auth and by the
// proxy when it refuses a token; a CSRF refusal is neither kind. Refusals are counted by whoever answers them.
import type { ProblemCode } from '@rollcall/contracts/problems'
import type { RequestContext } from './request-context.ts'
import { loggablePath, shortened } from './secret-paths.ts'

/** Resolves when it may be answered: its record is written, or where it is to be written hangs. Never throws. */
export type DeniedAccess = (context: RequestContext, code: ProblemCode) => Promise<void>

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

type Written = {
  readonly write: (record: AuditRecord) => Promise<void>
  /** The longest that an answer waits for its record, milliseconds. */
  readonly waitMs?: number | undefined
}

export function createDeniedAccess({ write, waitMs = 1000 }: Written): DeniedAccess {
  return (context, code) => {
    const written = write({
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
    return new Promise((resolve) => {
      const late = setTimeout(resolve, waitMs)
      void written.then(() => clearTimeout(late)).then(resolve)
    })
  }
}

function userOf({ auth }: RequestContext): AuditRecord['user'] {
  return (
    auth && { userId: shortened(auth.userId, 128), email: shortened(auth.email, 254), role: shortened(auth.role, 64) }
  )
}
