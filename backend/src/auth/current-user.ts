// Who is asking: account, role and permissions, read from the database and cached for seconds, so that a role edit, a password
// change or a deactivation acts at once (spec 5.3, rules 5). server.ts has it forget when accounts change.
import { permissions as allPermissions, type Permission } from '@rollcall/contracts/permissions'
import { backendRows } from '@rollcall/contracts/api'
import type { Endpoint } from '@rollcall/contracts/endpoint'
import type { SessionUser } from '@rollcall/contracts/domains/auth'
import type { Database } from '../database/schema.ts'
import { readUser } from './current-user-queries.ts'

export type CurrentUser = {
  readonly id: string
  readonly email: string
  readonly displayName: string
  readonly role: string
  readonly permissions: ReadonlySet<Permission>
  readonly mustChangePassword: boolean
  /** Its role needs a second factor, and it has none yet. */
  readonly mustAddSecondFactor: boolean
  readonly tokenVersion: number
  /** The only ones that this account may see; null: all. */
  readonly buildingIds: readonly string[] | null
}

export type UserLookup = {
  /** Null: no such account, or it is not active. */
  find(userId: string): Promise<CurrentUser | null>
  /** Without an id: everybody, after a role was edited. */
  forget(userId?: string): void
}

/** For changes that this backend was not told of. */
const keepMs = 5_000

export function createUserLookup(db: Database): UserLookup {
  const cache = new Map<string, { user: Promise<CurrentUser | null>; until: number }>()
  return {
    find(userId) {
      const entry = cache.get(userId)
      if (entry && entry.until > Date.now()) return entry.user
      if (cache.size > 10_000) cache.clear()
      const user = loadUser(db, userId)
      cache.set(userId, { user, until: Date.now() + keepMs })
      // A failed read must not be remembered.
      user.catch(() => cache.delete(userId))
      return user
    },
    forget(userId) {
      if (userId === undefined) cache.clear()
      else cache.delete(userId)
    },
  }
}

export async function loadUser(db: Database, userId: string): Promise<CurrentUser | null> {
  const row = /^[0-9a-f-]{36}$/.test(userId) ? await readUser(db, userId) : undefined
  if (!row?.active) return null
  const { granted, active: _active, isLimited, buildingIds, ...account } = row
  // admin cannot be reduced (rules 8), not even by hand in the database.
  const held = allPermissions.filter((name) => row.role === 'admin' || granted.includes(name))
  const permissions = new Set(isLimited ? held.filter((name) => !ofWholeSite.has(name)) : held)
  return { ...account, permissions, buildingIds: isLimited ? buildingIds : null }
}

const rows = Object.values(backendRows).flatMap((named) => Object.values<Endpoint>(named))
/** An account that is limited to buildings has no use for these: every row that asks for one is refused to it. */
const ofWholeSite: ReadonlySet<Permission> = new Set(
  allPermissions.filter((name) => rows.every(({ access, forLimited }) => access !== name || forLimited === 'refused')),
)

export function sessionUser(user: CurrentUser): SessionUser {
  return {
    userId: user.id,
    email: user.email,
    displayName: user.displayName,
    role: user.role,
    permissions: [...user.permissions],
    mustChangePassword: user.mustChangePassword,
    mustAddSecondFactor: user.mustAddSecondFactor,
    buildingIds: user.buildingIds === null ? null : [...user.buildingIds],
  }
}
