// The second factor of one's own account (docs/accounts.md): codes of an authenticator app, with recovery codes beside them. Not under
// /api/auth, where every POST counts as an attempt to sign in.
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { Password, SecondFactorCode } from './auth.ts'

export const SecondFactor = z.object({
  since: Time.nullable().describe('When the app was set up; null: there is none.'),
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
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

export const SecondFactorBegin = z.strictObject({ password: Password })
export const SecondFactorProof = z.strictObject({ code: SecondFactorCode })

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
  begin: post('/api/account/second-factor', SecondFactorBegin, {
    ...own,
    reply: SecondFactorSecret,
    secretReply: true,
    beforeSecondFactor: true,
    audit,
    says: 'Begin to set up an authenticator app (profile)',
  }),
  confirm: post('/api/account/second-factor/confirm', SecondFactorProof, {
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
    says: 'Remove your second factor (profile)',
  }),
}
