// The second factor of one's own account (docs/accounts.md): codes of an authenticator app, passkeys, and recovery codes beside them. Not
// under /api/auth, where every POST counts as an attempt to sign in.
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'
import { text, Time } from '../fields.ts'
import { PasskeyOrigin, PasskeyProof, Password, SecondFactorCode } from './auth.ts'

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: Time,
  lastUsedAt: Time.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const SecondFactor = z.object({
  since: Time.nullable().describe('When the app was set up; null: there is none.'),
  passkeys: z.array(Passkey),
  passkeysAt: PasskeyOrigin,
  recoveryCodesLeft: z.number().int(),
  available: z.boolean().describe('False where the identity provider asks for it, not Rollcall.'),
  required: z.boolean().describe('The role of this account needs one.'),
})
export type SecondFactor = z.infer<typeof SecondFactor>

/** Shown while it is set up, and never again. */
export const SecondFactorSecret = z.object({
  secret: z.string().describe('In base32, to be typed into the app.'),
  address: z.string().describe('otpauth://, for the QR code.'),
})
export const RecoveryCodes = z.object({
  recoveryCodes: z.array(z.string()).describe('Shown this once. Empty: those from before go on.'),
})
/** What a browser needs to make a passkey; works once, for five minutes. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  existing: z.array(z.string()).describe('Credentials that the account has already, which are not made anew.'),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

export const OwnPassword = z.strictObject({ password: Password })
export const FirstCode = z.strictObject({ code: SecondFactorCode })
export const SecondFactorProof = z
  .strictObject({ code: SecondFactorCode.optional(), passkey: PasskeyProof.optional() })
  .refine(({ code, passkey }) => (code === undefined) !== (passkey === undefined), {
    path: ['code'],
    message: 'code_or_passkey',
  })
export const PasskeyName = z.strictObject({ name: text(60).describe('Tells it from the others of the account.') })
export const PasskeyAdd = PasskeyName.extend({
  id: z.base64url().min(1).max(1400),
  clientDataJSON: z.base64url().min(1).max(4000),
  attestationObject: z.base64url().min(1).max(20_000),
})

const own = { access: 'signed-in', forLimited: 'checked', limit: perMinute(20), changes: 'accounts' } as const
const audit = { resource: 'users' }
export const secondFactor = {
  read: get('/api/account/second-factor', {
    access: 'signed-in',
    forLimited: 'checked',
    reply: SecondFactor,
    beforeSecondFactor: true,
    says: 'Read whether your account has a second factor (profile)',
  }),
  begin: post('/api/account/second-factor', OwnPassword, {
    ...own,
    reply: SecondFactorSecret,
    secretReply: true,
    beforeSecondFactor: true,
    audit,
    says: 'Begin to set up an authenticator app (profile)',
  }),
  confirm: post('/api/account/second-factor/confirm', FirstCode, {
    ...own,
    reply: RecoveryCodes,
    secretReply: true,
    beforeSecondFactor: true,
    audit,
    says: 'Put the app into use with its first code; answers the recovery codes (profile)',
  }),
  renewCodes: post('/api/account/second-factor/recovery-codes', SecondFactorProof, {
    ...own,
    reply: RecoveryCodes,
    secretReply: true,
    audit,
    says: 'Get new recovery codes in the place of the old (profile)',
  }),
  remove: post('/api/account/second-factor/remove', SecondFactorProof, {
    ...own,
    reply: null,
    audit,
    says: 'Remove your authenticator app (profile)',
  }),
  beginPasskey: post('/api/account/passkeys/begin', OwnPassword, {
    ...own,
    reply: PasskeyRequest,
    beforeSecondFactor: true,
    audit,
    says: 'Begin to add a passkey (profile)',
  }),
  addPasskey: post('/api/account/passkeys', PasskeyAdd, {
    ...own,
    reply: RecoveryCodes,
    secretReply: true,
    status: 201,
    beforeSecondFactor: true,
    audit,
    says: 'Add a passkey; answers the recovery codes where there are none yet (profile)',
  }),
  removePasskey: post('/api/account/passkeys/{id}/remove', OwnPassword, {
    ...own,
    reply: null,
    audit,
    says: 'Remove one of your passkeys (profile)',
  }),
}
