// Signing in and out (spec 2.4, 4.2 Auth, 4.3; rules 2, 3, 5). `login` and `backendLogin` are one operation under two names.
import { z } from 'zod'
import { get, perMinute, post, remove } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { Nothing } from '../list.ts'

/** bcrypt reads 72 bytes; longer passwords are refused rather than cut. */
export const Password = z
  .string()
  .min(1)
  .max(72)
  .refine((text) => new TextEncoder().encode(text).length <= 72, 'at_most_bytes')
export const NewPassword = z
  .string()
  .min(10)
  .max(72)
  .refine((text) => new TextEncoder().encode(text).length <= 72, 'at_most_bytes')

/** Six digits of an authenticator app, or a recovery code; spaces and dashes are for the eye. */
export const SecondFactorCode = z.string().trim().min(6).max(40)

const base64url = (most: number) => z.base64url().min(1).max(most)
/** What a passkey answers to a challenge, as the browser gives it. */
export const PasskeyProof = z.strictObject({
  id: base64url(1400).describe('Which passkey it was.'),
  clientDataJSON: base64url(4000).describe('Challenge and address, as the browser saw them.'),
  authenticatorData: base64url(4000),
  signature: base64url(2000),
  userHandle: base64url(200).optional().describe('Whose it is, where it says so.'),
})
export type PasskeyProof = z.infer<typeof PasskeyProof>
export const PasskeyLogin = z.strictObject({ passkey: PasskeyProof })
/** Works once, for five minutes. */
export const PasskeyChallenge = z.object({
  challenge: z.string(),
  rpId: z.string().describe('The host of PUBLIC_URL, for which passkeys are made.'),
})
export const PasskeyOrigin = z.string().nullable().describe('The address at which passkeys work; null: at none.')

/** Strict: `okta`, `groups`, `role` and the like from a browser are refused (rules 2). */
export const Credentials = z.strictObject({
  email: z.email().max(254),
  password: Password,
  code: SecondFactorCode.optional().describe(
    'Where the account has a second factor; asked for with second_factor_required.',
  ),
  passkey: PasskeyProof.optional().describe('In the place of the code.'),
})

/** The identity-provider exchange of spec 2.4; only the server layer sends it, signed (rules 3). */
export const ExchangeRequest = z.strictObject({
  email: z.email().max(254),
  name: z.string().max(200),
  okta: z.literal(true),
  groups: z.array(z.string().max(200)).max(1000),
})

/** Carries the signed assertion of the exchange (tokens room) on POST /api/auth/backend-login. */
export const exchangeHeader = 'x-exchange-assertion'

export const SessionUser = z.object({
  userId: z.string(),
  email: z.string(),
  displayName: z.string(),
  role: z.string(),
  permissions: z.array(z.string()),
  mustChangePassword: z.boolean(),
  mustAddSecondFactor: z.boolean(),
  /** The only buildings that this account sees; null: all. */
  buildingIds: z.array(z.string()).nullable(),
})
export type SessionUser = z.infer<typeof SessionUser>

/** `expiresIn` in seconds. */
export const Session = z.object({ token: z.string(), user: SessionUser, expiresIn: z.number().int() })
export type Session = z.infer<typeof Session>

/** Somebody who is signed in somewhere. */
export const OpenSession = z.object({
  id: z.uuid(),
  startedAt: Time,
  expiresAt: Time,
  address: z.string().describe('Where it was begun from.'),
  userAgent: z.string().describe('What the browser calls itself.'),
  isCurrent: z.boolean().describe('The one that asks.'),
})
export type OpenSession = z.infer<typeof OpenSession>

export const PasswordForgotten = z.strictObject({ email: z.email().max(254) })
/** `token`: from the link that was mailed. */
export const PasswordByLink = z.strictObject({ token: z.string().min(1).max(100), newPassword: NewPassword })

/** What the sign-in page offers beside the password. */
export const SignInMethods = z.object({
  passwordByMail: z.boolean().describe('A mail server is set up.'),
  passkeysAt: PasskeyOrigin,
})

export const PasswordChange = z.strictObject({ currentPassword: Password, newPassword: NewPassword })

/** 256 bits in base64, the same for an account at every sign-in: what was sealed before can be opened after signing in again. */
const DeviceKey = z.object({
  key: z.base64().length(44),
  previous: z.array(z.base64().length(44)).describe('Open what was sealed before a rotation.'),
})

const audit = { resource: 'users' }
const signingIn = { ...audit, action: 'auth.login' }
export const auth = {
  login: post('/api/auth/login', Credentials, {
    access: 'public',
    reply: Session,
    limit: perMinute(60),
    changes: [],
    audit: signingIn,
    says: 'Sign in',
  }),
  backendLogin: post('/api/auth/backend-login', Credentials, {
    access: 'public',
    reply: Session,
    limit: perMinute(60),
    changes: [],
    audit: signingIn,
    says: 'Sign in (same as login)',
  }),
  methods: get('/api/auth/methods', {
    access: 'public',
    reply: SignInMethods,
    limit: perMinute(120),
    says: 'Tell whether a forgotten password can be replaced by mail, and where passkeys work',
  }),
  passkeyChallenge: get('/api/auth/passkey-challenge', {
    access: 'public',
    reply: PasskeyChallenge,
    limit: perMinute(60),
    says: 'Get what a passkey is to answer; nothing is kept of it',
  }),
  passkeyLogin: post('/api/auth/passkey-login', PasskeyLogin, {
    access: 'public',
    reply: Session,
    limit: perMinute(60),
    changes: [],
    audit: signingIn,
    says: 'Sign in with a passkey alone',
  }),
  forgotPassword: post('/api/auth/forgot-password', PasswordForgotten, {
    access: 'public',
    reply: null,
    limit: perMinute(20),
    changes: [],
    audit,
    says: 'Have a link mailed to choose a new password; answers alike for every address',
  }),
  resetPassword: post('/api/auth/reset-password', PasswordByLink, {
    access: 'public',
    reply: null,
    limit: perMinute(20),
    changes: 'accounts',
    audit,
    says: 'Choose a new password with the link that was mailed',
  }),
  logout: post('/api/auth/logout', Nothing, {
    access: 'public',
    reply: null,
    changes: 'accounts',
    audit,
    says: 'Sign out',
  }),
  me: get('/api/auth/backend-me', {
    access: 'signed-in',
    reply: SessionUser,
    beforePasswordChange: true,
    beforeSecondFactor: true,
    urgent: true,
    forLimited: 'checked',
    says: 'Read the signed-in account with its permissions',
  }),
  deviceKey: get('/api/auth/device-key', {
    secretReply: true,
    access: 'signed-in',
    reply: DeviceKey,
    limit: perMinute(60),
    forLimited: 'checked',
    says: 'Read the key that seals what a device keeps for the time without a network',
  }),
  sessions: get('/api/auth/sessions', {
    access: 'signed-in',
    reply: z.array(OpenSession),
    forLimited: 'checked',
    says: 'List where you are signed in',
  }),
  endSession: remove('/api/auth/sessions/{id}', {
    access: 'signed-in',
    reply: null,
    changes: 'accounts',
    audit: { resource: 'sessions' },
    forLimited: 'checked',
    says: 'End one of your sessions',
  }),
  changePassword: post('/api/auth/change-password', PasswordChange, {
    access: 'signed-in',
    reply: Session,
    beforePasswordChange: true,
    beforeSecondFactor: true,
    limit: perMinute(20),
    changes: 'accounts',
    audit,
    forLimited: 'checked',
    says: 'Change your own password; answers a new session',
  }),
}
