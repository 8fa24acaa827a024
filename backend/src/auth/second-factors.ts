// What proves a second factor beside passkeys: a code of the app, each once, or one of ten recovery codes, each once. Used by sign-in and by the page
// on which somebody sets it up. Why so: docs/decisions/0057-second-factors.md.
import { randomInt } from 'node:crypto'
import type { Database } from '../database/schema.ts'
import { refuse } from '../http/refusal.ts'
import { tokenHashOf } from '../one-time-token.ts'
import type { Seal } from '../seal.ts'
import {
  beginFactor,
  findFactor,
  hasRecoveryCodes,
  sealFactorsAnew,
  setRecoveryCodes,
  spendRecoveryCode,
  spendStep,
  type StoredFactor,
} from './second-factor-queries.ts'
import { base32, newSecret, otpAddress, stepOfCode } from './totp.ts'

export type SecondFactors = {
  /** Uses the code up, of the app that is in use or for recovery; false: it is none, or was used before. */
  spend(db: Database, userId: string, code: string): Promise<boolean>
  /** The same of an app that is being set up. */
  spendFirst(db: Database, userId: string, code: string): Promise<boolean>
  /** A secret that counts once a code of it was given. */
  begin(tx: Database, userId: string, names: { issuer: string; account: string }): Promise<NewFactor>
  /** Ten new ones in the place of those before. */
  giveRecoveryCodes(tx: Database, userId: string): Promise<string[]>
  /** Ten with the first factor; none where there are some left. */
  giveFirstCodes(tx: Database, userId: string): Promise<string[]>
  /** After a rotation of the secret that seals them. */
  sealAnew(): Promise<void>
}
type NewFactor = { readonly secret: string; readonly address: string }

const recoveryCodeCount = 10

export function createSecondFactors(db: Database, seal: Seal): SecondFactors {
  const giveRecoveryCodes = async (tx: Database, userId: string) => {
    const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode)
    await setRecoveryCodes(
      tx,
      userId,
      codes.map((code) => tokenHashOf(code.replaceAll('-', ''))),
    )
    return codes
  }
  const spendCode = async (on: Database, userId: string, { secretSealed }: StoredFactor, code: string) => {
    const step = stepOfCode(seal.open(secretSealed), code, Date.now())
    return step !== null && (await spendStep(on, userId, step))
  }
  return {
    async spend(on, userId, given) {
      const code = typed(given)
      if (!/^\d+$/.test(code)) return spendRecoveryCode(on, userId, tokenHashOf(code))
      const factor = await findFactor(on, userId)
      return factor?.confirmedAt ? spendCode(on, userId, factor, code) : false
    },
    async spendFirst(on, userId, given) {
      const factor = await findFactor(on, userId)
      return factor ? spendCode(on, userId, factor, typed(given)) : false
    },
    async begin(tx, userId, { issuer, account }) {
      const secret = newSecret()
      if (!(await beginFactor(tx, userId, seal.seal(secret)))) refuse('conflict')
      return { secret: base32(secret), address: otpAddress(secret, issuer, account) }
    },
    giveRecoveryCodes,
    giveFirstCodes: async (tx, userId) => ((await hasRecoveryCodes(tx, userId)) ? [] : giveRecoveryCodes(tx, userId)),
    sealAnew: () => sealFactorsAnew(db, seal.anew),
  }
}

/** Spaces and dashes are for the eye. */
const typed = (code: string) => code.replaceAll(/[\s-]/g, '').toLowerCase()

/** About 79 bits, so that a plain hash of it is enough; begins with a letter, which tells it from a code of the app. */
function newRecoveryCode(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz'
  const alphabet = `${letters}23456789`
  const one = (from: string) => from[randomInt(from.length)] ?? ''
  const text = one(letters) + Array.from({ length: 15 }, () => one(alphabet)).join('')
  return text.match(/.{4}/g)?.join('-') ?? text
}
