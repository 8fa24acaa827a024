// Everything about who is asking, put together once: passwords, sessions, sign-in, exchange, revocation. Called by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config.ts'
import type { Database } from '../database/schema.ts'
import { createDisconnectUser } from '../realtime/disconnect-user.ts'
import type { RelayCall } from '../realtime/relay-call.ts'
import { createAuthenticate } from './authenticate.ts'
import { createUserLookup } from './current-user.ts'
import { createDeviceKeys } from './device-keys.ts'
import { createExchange } from './exchange.ts'
import { createPasskeys } from './passkeys.ts'
import { createPasswords } from './passwords.ts'
import { createRevokedTokens } from './revoked-tokens.ts'
import { createSecondFactors } from './second-factors.ts'
import { createSessionIssuer } from './session-issuer.ts'
import { createSeal } from '../seal.ts'
import { createSignIn } from './sign-in.ts'

type Needs = {
  readonly config: Config
  /** Who asks is looked up before every request, an alarm included: over the connections of those. */
  readonly db: Database
  readonly call: RelayCall | null
  readonly log: FastifyBaseLogger
  readonly passwordCost: number
}

export function createAccounts({ config, db, call, log, passwordCost }: Needs) {
  const { tokenSecrets: secrets, exchangeSecrets, sealSecrets, groupRoles } = config
  const lookup = createUserLookup(db)
  const passwords = createPasswords(passwordCost)
  const issue = createSessionIssuer(db, secrets[0], config.sessionSeconds)
  const revoked = createRevokedTokens(db)
  const secondFactors = createSecondFactors(db, createSeal(sealSecrets, 'second factors'))
  const passkeys = createPasskeys(db, createSeal(sealSecrets, 'passkey challenges'), config.publicUrl)
  return {
    lookup,
    passwords,
    issue,
    revoked,
    deviceKeys: createDeviceKeys(sealSecrets),
    secondFactors,
    passkeys,
    signIn: createSignIn({ db, passwords, lookup, issue, secondFactors, passkeys }),
    exchange: createExchange({ db, secrets: exchangeSecrets, groupRoles, lookup, issue }),
    authenticate: createAuthenticate({ secrets, lookup, revoked }),
    disconnect: createDisconnectUser(call, log),
  }
}
