// The identity-provider exchange (spec 2.4, 5.2; rules 3): a login by assertion instead of password. Only the server layer can
// make one, because it is signed; each assertion acts once. Called by http/exchange-hook.ts.
import { roleNames, type RoleName } from '@rollcall/contracts/permissions'
import type { ExchangeRequest, Session } from '@rollcall/contracts/domains/auth'
import { verifyExchange } from '@rollcall/tokens/exchange-assertion'
import type { z } from 'zod'
import { writeAudit } from '../audit/write-audit.ts'
import type { Database } from '../database/schema.ts'
import { refuse } from '../http/refusal.ts'
import { loadUser, type UserLookup } from './current-user.ts'
import { accountOf, spendNonce } from './exchange-queries.ts'
import type { SessionIssuer } from './session-issuer.ts'
import type { Origin } from './sign-in-queries.ts'

type Claim = z.output<typeof ExchangeRequest>
export type Exchange = (assertion: string, bodyText: string, claim: Claim, origin: Origin) => Promise<Session>

type Needs = {
  db: Database
  /** None: exchanges are refused. */
  secrets: readonly string[]
  groupRoles: Readonly<Record<string, RoleName>>
  lookup: UserLookup
  issue: SessionIssuer
}

export function createExchange({ db, secrets, groupRoles, lookup, issue }: Needs): Exchange {
  return async (assertion, bodyText, claim, origin) => {
    if (secrets.length === 0) refuse('unauthenticated')
    const verdict = verifyExchange(assertion, bodyText, secrets)
    if (!verdict.ok) refuse('unauthenticated')
    const userId = await db.transaction().execute(async (tx) => {
      if (!(await spendNonce(tx, verdict.nonce))) refuse('unauthenticated')
      const account = await accountOf(tx, claim, roleOfGroups(claim.groups, groupRoles))
      const actor = {
        actorId: account?.id ?? null,
        actorEmail: account?.email ?? null,
        actorRole: account?.role ?? null,
      }
      const result = account ? 'success' : 'denied'
      const { ip, method, requestId } = origin
      await writeAudit(tx, { ip, method, requestId, ...actor }, [
        { action: 'auth.exchange', resource: 'users', entityId: account?.id, result },
      ])
      return account?.id
    })
    // No account here for this person: the server layer then sets its five-minute marker (spec 3).
    if (userId === undefined) refuse('not_found')
    lookup.forget(userId)
    const user = await loadUser(db, userId)
    return user ? issue(user, origin) : refuse('not_found')
  }
}

/** The highest role any of the groups maps to. */
function roleOfGroups(groups: readonly string[], groupRoles: Readonly<Record<string, RoleName>>): RoleName | null {
  const mapped = groups.filter((group) => Object.hasOwn(groupRoles, group)).map((group) => groupRoles[group])
  return roleNames.find((role) => mapped.includes(role)) ?? null
}
