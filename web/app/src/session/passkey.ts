// Passkeys in the browser (docs/accounts.md): makes one, or has one answer. What speaks to the device is loaded when somebody uses it.
import { auth } from '@rollcall/contracts/domains/auth'
import type { PasskeyProof } from '@rollcall/contracts/domains/auth'
import type { PasskeyRequest } from '@rollcall/contracts/domains/second-factor'
import { call } from '../api/call.ts'
import { ProblemError } from '../api/problem-error.ts'
import { t } from './texts.ts'

/** `at`: the address for which they are made. */
export function passkeysWorkHere(at: string | null | undefined): boolean {
  return at === location.origin && 'PublicKeyCredential' in globalThis
}

export async function passkeyProof(): Promise<PasskeyProof> {
  const { challenge, rpId } = await call(auth.passkeyChallenge)
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = { challenge, rpId, userVerification: 'required' as const }
  const { id, response } = await startAuthentication({ optionsJSON }).catch(inWords)
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}

export async function makePasskey({ challenge, rp, user, existing }: PasskeyRequest) {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = {
    challenge,
    rp,
    user,
    excludeCredentials: existing.map((id) => ({ id, type: 'public-key' as const })),
    // EdDSA, ES256, RS256: what the backend can check.
    pubKeyCredParams: [-8, -7, -257].map((alg) => ({ alg, type: 'public-key' as const })),
    authenticatorSelection: { residentKey: 'required' as const, userVerification: 'required' as const },
  }
  const { id, response } = await startRegistration({ optionsJSON }).catch(inWords)
  return { id, clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject }
}

/** Browsers do not tell a refusal from a dialog that was closed. */
function inWords(error: unknown): never {
  const isThere = error instanceof Error && error.name === 'InvalidStateError'
  throw new ProblemError({ code: 'unknown', message: isThere ? t('passkeyThere') : t('noPasskeyUsed'), status: 0 })
}
