// Accounts from the command line: a first administrator, and a way back in when nobody can sign in. Called by admin.ts.
import type { RoleName } from '@rollcall/contracts/permissions'
import { systemOrigin } from './audit/audit-entry.ts'
import { writeAudit } from './audit/write-audit.ts'
import { temporaryPassword, type Passwords } from './auth/passwords.ts'
import { removeFactor } from './auth/second-factor-queries.ts'
import { announceChange } from './changes/change-queries.ts'
import type { Database } from './database/schema.ts'
import { setPassword } from './domains/auth/auth-queries.ts'
import { findUserByEmail, insertUser, raiseTokenVersion } from './domains/users/user-queries.ts'

export async function createAccount(
  db: Database,
  passwords: Passwords,
  account: { email: string; role: RoleName; displayName: string },
): Promise<string> {
  const password = temporaryPassword()
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (tx) => {
    if (await findUserByEmail(tx, account.email)) throw new Error(`There is an account for ${account.email} already.`)
    const entityId = await insertUser(tx, {
      ...account,
      passwordHash,
      active: true,
      authSource: 'local',
      mustChangePassword: true,
    })
    await announceChange(tx, { topics: ['accounts'], row: 'admin.createUser', entityId, from: null })
    await writeAudit(tx, systemOrigin, [{ action: 'admin.createUser', resource: 'users', entityId, after: account }])
  })
  return passwordLine(account.email, password)
}

export async function resetAccountPassword(db: Database, passwords: Passwords, email: string): Promise<string> {
  const password = temporaryPassword()
  const passwordHash = await passwords.hash(password)
  await db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) throw new Error(`There is no account for ${email}.`)
    await setPassword(tx, user.id, passwordHash, { mustChange: true })
    await announceChange(tx, { topics: ['accounts'], row: 'admin.resetPassword', entityId: user.id, from: null })
    await writeAudit(tx, systemOrigin, [{ action: 'admin.resetPassword', resource: 'users', entityId: user.id }])
  })
  return passwordLine(email, password)
}

export async function removeAccountFactor(db: Database, email: string): Promise<string> {
  await db.transaction().execute(async (tx) => {
    const user = await findUserByEmail(tx, email)
    if (!user) throw new Error(`There is no account for ${email}.`)
    if (!(await removeFactor(tx, user.id))) throw new Error(`${email} has no second factor.`)
    await raiseTokenVersion(tx, user.id)
    await announceChange(tx, { topics: ['accounts'], row: 'admin.removeSecondFactor', entityId: user.id, from: null })
    await writeAudit(tx, systemOrigin, [{ action: 'admin.removeSecondFactor', resource: 'users', entityId: user.id }])
  })
  return `${email}  signs in with the password alone, and was signed out everywhere`
}

function passwordLine(email: string, password: string): string {
  return `${email}  ${password}  (works once, within an hour, and must be changed then)`
}
