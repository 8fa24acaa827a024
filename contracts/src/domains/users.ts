// Accounts that sign in, not the people who are tracked (spec 4.2 Users, rules 8).
import { z } from 'zod'
import { get, perMinute, post, put, remove } from '../endpoint.ts'
import { changeOf, Email, text, Time } from '../fields.ts'
import { listQuery, Nothing, pageOf, QueryFlag, Stored } from '../list.ts'
import { NewPassword, OpenSession } from './auth.ts'
import { Role, RoleName } from './roles.ts'

const userFields = {
  email: Email.describe('What it signs in with.'),
  displayName: text(120).describe('Shown beside what this account does.'),
  role: RoleName.describe('Decides what it may do.'),
  active: z.boolean().describe('Signs in only while true.'),
  buildingIds: z.array(z.uuid()).max(200).nullable().describe('The only buildings it sees; null: all of them.'),
}
const AuthSource = z.enum(['local', 'oidc'])

export const User = Stored.extend({
  ...userFields,
  authSource: AuthSource.describe('Signs in here or at the identity provider.'),
  mustChangePassword: z.boolean().describe('The next sign-in asks for a new password.'),
  temporaryUntil: Time.nullable().describe('Its temporary password works once, and until then.'),
  hasSecondFactor: z.boolean().describe('Signing in asks for more than the password.'),
  lockedUntil: Time.nullable().describe('Locked by wrong passwords until then.'),
  lastLoginAt: Time.nullable().describe('When somebody last signed in with it.'),
})
export type User = z.infer<typeof User>

/** Without `password` a local account gets a temporary one, returned once. */
export const UserCreate = z.strictObject({
  ...userFields,
  active: userFields.active.default(true),
  buildingIds: userFields.buildingIds.default(null),
  authSource: AuthSource.default('local'),
  password: NewPassword.optional(),
})
export const UserChange = changeOf(userFields)
export const UserQuery = listQuery({ role: RoleName.optional(), active: QueryFlag.optional() })

/** `temporaryPassword` is shown this once; null when the caller chose the password or the account has none. */
export const UserCreated = User.extend({ temporaryPassword: z.string().nullable() })
export const PasswordReset = z.object({ temporaryPassword: z.string() })

export const users = {
  list: get('/api/users', {
    access: 'admin.users',
    query: UserQuery,
    reply: pageOf(User),
    forLimited: 'refused',
    says: 'List accounts',
  }),
  create: post('/api/users', UserCreate, {
    access: 'admin.users',
    reply: UserCreated,
    status: 201,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Create an account; its password works once, within an hour, and must be changed',
  }),
  roles: get('/api/users/roles', {
    access: 'admin.users',
    reply: z.array(Role),
    forLimited: 'refused',
    says: 'List the roles to choose from',
  }),
  change: put('/api/users/{id}', UserChange, {
    access: 'admin.users',
    reply: User,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Change an account',
  }),
  remove: remove('/api/users/{id}', {
    access: 'admin.users',
    reply: null,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Delete an account',
  }),
  resetPassword: post('/api/users/{id}/reset-password', Nothing, {
    access: 'admin.users',
    reply: PasswordReset,
    limit: perMinute(60),
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Give an account a temporary password that works once, within an hour',
  }),
  sessions: get('/api/users/{id}/sessions', {
    access: 'admin.users',
    reply: z.array(OpenSession),
    forLimited: 'refused',
    says: 'List where an account is signed in',
  }),
  endSessions: post('/api/users/{id}/end-sessions', Nothing, {
    access: 'admin.users',
    reply: null,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Sign an account out everywhere',
  }),
  removeSecondFactor: post('/api/users/{id}/remove-second-factor', Nothing, {
    access: 'admin.users',
    reply: null,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Remove the lost second factor of an account, and sign it out everywhere',
  }),
  unlock: post('/api/users/{id}/unlock', Nothing, {
    access: 'admin.users',
    reply: User,
    changes: 'accounts',
    forLimited: 'refused',
    says: 'Unlock an account that was locked by wrong passwords',
  }),
}
