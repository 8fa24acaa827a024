// Who is asking (spec 5.3, rules 5), without the door: what is remembered of accounts and of tokens that were signed out, for how long, and
// what a failing database does to it.
import { createAppToken, createLegacyToken } from '@rollcall/tokens/app-token'
import { permissions } from '@rollcall/contracts/permissions'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAuthenticate } from '../src/auth/authenticate.ts'
import { createUserLookup, loadUser, sessionUser } from '../src/auth/current-user.ts'
import { insertRevoked } from '../src/auth/revoked-token-queries.ts'
import { createRevokedTokens } from '../src/auth/revoked-tokens.ts'
import type { Database } from '../src/database/schema.ts'
import { tokenHashOf } from '../src/one-time-token.ts'
import { aUser } from './a-backend.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

let database: TestDatabase
let db: Database
beforeAll(async () => {
  database = await aDatabase()
  db = database.connection.db
})
afterEach(() => vi.restoreAllMocks())
afterAll(() => database.drop())

const whileAway = async (table: string, work: () => Promise<void>) => {
  await sql`ALTER TABLE ${sql.table(table)} RENAME TO away`.execute(db)
  await work().finally(() => sql`ALTER TABLE away RENAME TO ${sql.table(table)}`.execute(db))
}
const rename = (id: string, displayName: string) =>
  db.updateTable('users').set({ displayName }).where('id', '=', id).execute()

describe('an account', () => {
  it('is remembered for five seconds, unless it is to be forgotten', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_000_000)
    const [{ id }, other] = [await aUser(db, { role: 'viewer' }), await aUser(db, { role: 'viewer' })]
    const lookup = createUserLookup(db)
    const name = async () => (await lookup.find(id))?.displayName
    expect(await name()).toBe('The viewer')
    await rename(id, 'Second')
    clock.mockReturnValue(1_004_999)
    expect((await lookup.find(other.id))?.id).toBe(other.id)
    expect(await name()).toBe('The viewer')
    clock.mockReturnValue(1_005_000)
    expect(await name()).toBe('Second')
    await rename(id, 'Third')
    lookup.forget(other.id)
    expect(await name()).toBe('Second')
    lookup.forget(id)
    expect(await name()).toBe('Third')
    await rename(id, 'Fourth')
    lookup.forget()
    expect(await name()).toBe('Fourth')
  })

  it('that could not be read is read again', async () => {
    const { id } = await aUser(db, { role: 'viewer' })
    const lookup = createUserLookup(db)
    await whileAway('users', async () => {
      await expect(lookup.find(id)).rejects.toThrow('users')
    })
    expect((await lookup.find(id))?.id).toBe(id)
  })

  it('is nobody by what is no id, without a question to the database', async () => {
    const { id } = await aUser(db, { role: 'viewer' })
    for (const none of ['', 'x', `${id}0`, `0${id}`, id.replace(/.$/, 'x')]) expect(await loadUser(db, none)).toBeNull()
    const inactive = await aUser(db, { role: 'viewer', active: false })
    expect(await loadUser(db, inactive.id)).toBeNull()
    expect(await loadUser(db, crypto.randomUUID())).toBeNull()
  })

  it('has what its role grants; an administrator everything, whatever stands in the database', async () => {
    const load = async (role: 'admin' | 'viewer') => loadUser(db, (await aUser(db, { role })).id)
    await db.deleteFrom('rolePermissions').where('role', '=', 'admin').execute()
    expect([...((await load('admin'))?.permissions ?? [])]).toEqual([...permissions])
    const granted = await db.selectFrom('rolePermissions').select('permission').where('role', '=', 'viewer').execute()
    expect([...((await load('viewer'))?.permissions ?? [])].toSorted()).toEqual(
      granted.map(({ permission }) => permission).toSorted(),
    )
  })

  it('that is limited to buildings has them, and nothing that is about the whole site', async () => {
    const { id } = await aUser(db, { role: 'admin' })
    const building = await db.insertInto('buildings').values({ name: 'One' }).returning('id').executeTakeFirstOrThrow()
    await db.insertInto('userBuildings').values({ userId: id, buildingId: building.id }).execute()
    expect((await loadUser(db, id))?.buildingIds).toBeNull()
    await db.updateTable('users').set({ isLimited: true }).where('id', '=', id).execute()
    const user = await loadUser(db, id)
    expect(user && sessionUser(user)).toMatchObject({ userId: id, buildingIds: [building.id] })
    expect(user?.permissions.has('zones.read')).toBe(true)
    expect(user?.permissions.has('admin.users')).toBe(false)
  })
})

describe('a token that was signed out', () => {
  const signOut = (token: string) =>
    insertRevoked(db, { tokenHash: tokenHashOf(token), expiresAt: new Date('2100-01-01') })

  it('is known after five seconds, or as soon as this backend is told', async () => {
    const clock = vi.spyOn(Date, 'now').mockReturnValue(1_790_000_000_000)
    const revoked = createRevokedTokens(db)
    expect(await revoked.has('a')).toBe(false)
    await signOut('a')
    clock.mockReturnValue(1_790_000_004_999)
    expect(await revoked.has('a')).toBe(false)
    clock.mockReturnValue(1_790_000_005_000)
    expect([await revoked.has('a'), await revoked.has('b')]).toEqual([true, false])
    await signOut('b')
    expect(await revoked.has('b')).toBe(false)
    revoked.forget()
    expect(await revoked.has('b')).toBe(true)
  })

  it('is asked for again where that failed: nobody is let in by it', async () => {
    const revoked = createRevokedTokens(db)
    await signOut('c')
    await whileAway('revoked_tokens', async () => {
      await expect(revoked.has('c')).rejects.toThrow('revoked_tokens')
    })
    expect(await revoked.has('c')).toBe(true)
  })
})

describe('a bearer token', () => {
  const secret = 'token-secret-0123456789-abcdefghijklmnop'
  const revoked = { has: async (token: string) => token.endsWith('revoked'), forget: () => undefined }
  const expiring = async (tokenOf: (claims: Parameters<typeof createAppToken>[0]) => string, exp: number) => {
    const { id } = await aUser(db, { role: 'viewer' })
    const claims = { sub: id, userId: id, email: '', displayName: '', role: 'viewer', ver: 0, exp }
    const authenticate = createAuthenticate({ secrets: [secret], lookup: createUserLookup(db), revoked })
    return { authenticate, token: tokenOf(claims) }
  }

  it('stands alone behind its word, in any case', async () => {
    const { authenticate, token } = await expiring((claims) => createAppToken(claims, secret), 4_000_000_000)
    for (const word of ['Bearer', 'bearer']) expect((await authenticate(`${word} ${token}`)).token).toBe(token)
    const wrong = [undefined, token, `Bearer  ${token}`, `Bearer ${token} x`, `xBearer ${token}`, `Bearer ${token},x`]
    for (const text of wrong) await expect(authenticate(text)).rejects.toMatchObject({ code: 'unauthenticated' })
  })

  it('says when it ends, in seconds or, in the legacy format, in milliseconds', async () => {
    const standard = await expiring((claims) => createAppToken(claims, secret), 4_000_000_000)
    const legacy = await expiring((claims) => createLegacyToken(claims, secret), 4_000_000_000_000)
    for (const { authenticate, token } of [standard, legacy])
      expect((await authenticate(`Bearer ${token}`)).expiresAt).toEqual(new Date(4_000_000_000_000))
  })
})
