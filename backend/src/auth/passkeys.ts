// Passkeys (WebAuthn): made on the profile page, asked for at the sign-in. A challenge is not kept but sealed: every backend can tell its own,
// strangers leave nothing behind, and only one that was rightly answered is remembered, so that no answer works twice. Used by sign-in and
// by the handlers of the second factor. Why so: docs/decisions/0062-passkeys.md.
import { isIP } from 'node:net'
import {
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
  type AuthenticationResponseJSON,
  type RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { PasskeyProof } from '@rollcall/contracts/domains/auth'
import type { PasskeyAdd, PasskeyRequest } from '@rollcall/contracts/domains/second-factor'
import type { z } from 'zod'
import type { Database } from '../database/schema.ts'
import { refuse } from '../http/refusal.ts'
import { tokenHashOf } from '../one-time-token.ts'
import type { Seal } from '../seal.ts'
import { countUse, credentialsOf, findPasskey, insertPasskey, spendChallenge } from './passkey-queries.ts'

export type Passkeys = {
  /** Where they work; null: browsers allow none at PUBLIC_URL. */
  readonly origin: string | null
  challenge(): { challenge: string; rpId: string }
  begin(db: Database, user: Whose, organisation: string): Promise<PasskeyRequest>
  /** Refuses what was not made here, just now and for this account. */
  add(tx: Database, userId: string, made: z.output<typeof PasskeyAdd>): Promise<void>
  ownerOf(db: Database, proof: PasskeyProof): Promise<string | null>
  /** Uses the challenge up, and answers the passkey's name; null: it proves nothing. `alone`: without a password beside it, so that the
   * device must have made sure who holds it. */
  spend(db: Database, userId: string, proof: PasskeyProof, how: { alone: boolean }): Promise<string | null>
}
type Whose = { readonly id: string; readonly email: string; readonly displayName: string }

const challengeMs = 5 * 60_000
const proving = 'prove'
const adding = (userId: string) => `add ${userId}`

export function createPasskeys(db: Database, seal: Seal, publicUrl: string): Passkeys {
  const origin = passkeyOrigin(publicUrl)
  const place = () => origin ?? refuse('passkeys_unavailable')
  const rpId = () => new URL(place()).hostname
  const newChallenge = (purpose: string) =>
    seal.seal(Buffer.from(JSON.stringify([purpose, Date.now() + challengeMs]))).toString('base64url')
  const untilOf = (challenge: string, purpose: string): number | null => {
    const [its, until] = openedBy(seal, challenge)
    return its === purpose && until > Date.now() ? until : null
  }
  const spend = async (tx: Database, clientDataJSON: string, purpose: string) => {
    const challenge = challengeIn(clientDataJSON)
    const until = untilOf(challenge, purpose)
    return until !== null && (await spendChallenge(tx, tokenHashOf(challenge), new Date(until)))
  }
  const expected = (purpose: string) => ({
    expectedChallenge: (challenge: string) => untilOf(challenge, purpose) !== null,
    expectedOrigin: place(),
    expectedRPID: rpId(),
  })
  return {
    origin,
    challenge: () => ({ challenge: newChallenge(proving), rpId: rpId() }),
    begin: async (on, { id, email, displayName }, organisation) => ({
      rp: { id: rpId(), name: organisation },
      challenge: newChallenge(adding(id)),
      user: { id: handleOf(id), name: email, displayName },
      existing: await credentialsOf(on, id),
    }),
    async add(tx, userId, { name, id, clientDataJSON, attestationObject }) {
      const response: RegistrationResponseJSON = { ...plain(id), response: { clientDataJSON, attestationObject } }
      const wanted = { response, ...expected(adding(userId)), requireUserVerification: true }
      const { registrationInfo } = (await verifyRegistrationResponse(wanted).catch(() => null)) ?? {}
      if (!registrationInfo || !(await spend(tx, clientDataJSON, adding(userId)))) refuse('wrong_passkey')
      const { id: credentialId, publicKey, counter } = registrationInfo.credential
      const stored = { userId, name, credentialId, publicKey: Buffer.from(publicKey), counter }
      if (!(await insertPasskey(tx, stored))) refuse('conflict')
    },
    ownerOf: async (on, { id }) => (await findPasskey(on, id))?.userId ?? null,
    async spend(on, userId, { id, userHandle, ...given }, { alone }) {
      const passkey = await findPasskey(on, id)
      if (passkey?.userId !== userId || (userHandle ?? handleOf(userId)) !== handleOf(userId)) return null
      const response: AuthenticationResponseJSON = { ...plain(id), response: given }
      const credential = { id, publicKey: new Uint8Array(passkey.publicKey), counter: passkey.counter }
      const wanted = { response, credential, ...expected(proving), requireUserVerification: alone }
      const answer = await verifyAuthenticationResponse(wanted).catch(() => null)
      if (!answer?.verified) return null
      const { newCounter } = answer.authenticationInfo
      const isFirst = await db
        .transaction()
        .execute(
          async (tx) =>
            (await spend(tx, given.clientDataJSON, proving)) && (await countUse(tx, passkey.id, newCounter)),
        )
      return isFirst ? passkey.name : null
    },
  }
}

/** Browsers allow them where nobody between can change the page, and for a name, not for an address in digits. */
export function passkeyOrigin(publicUrl: string): string | null {
  const { origin, protocol, hostname } = new URL(publicUrl)
  const isHere = hostname === 'localhost' || hostname.endsWith('.localhost')
  const isName = isIP(hostname.replace(/^\[|\]$/g, '')) === 0
  return isHere || (protocol === 'https:' && isName) ? origin : null
}

const plain = (id: string) => ({ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} })
const handleOf = (userId: string) => Buffer.from(userId.replaceAll('-', ''), 'hex').toString('base64url')

function challengeIn(clientDataJSON: string): string {
  return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString()).challenge
}

/** Purpose and end; of what was not sealed here, none. */
function openedBy(seal: Seal, challenge: string): [purpose: string, until: number] {
  try {
    return JSON.parse(seal.open(Buffer.from(challenge, 'base64url')).toString())
  } catch {
    return ['', 0]
  }
}
