// The audit chain is keyed (rules 8): whoever can write into the database, but has not the key, can neither build another one nor move its
// ends, and what log and reports named finds out the rest.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { canonicalJson, systemOrigin } from '../src/audit/audit-entry.ts'
import { auditHead, lockAuditHead, raiseCount } from '../src/audit/audit-queries.ts'
import { sealChain } from '../src/audit/seal-chain.ts'
import { verifyChain } from '../src/audit/verify-audit.ts'
import { writeAudit } from '../src/audit/write-audit.ts'
import { connect, type Connection } from '../src/database/connect.ts'
import type { Database } from '../src/database/schema.ts'
import { forgetOldAudit } from '../src/domains/audit/audit-retention.ts'
import { aDatabase, type TestDatabase } from './a-database.ts'

const key = 'audit-key-a-0123456789-abcdefghijklmnop'
const newKey = 'audit-key-b-0123456789-abcdefghijklmnop'

let database: TestDatabase
let opened: Connection[]
beforeEach(async () => {
  database = await aDatabase()
  opened = []
})
afterEach(async () => {
  for (const one of opened) await one.close()
  await database.drop()
})

const withKeys = (...auditSecrets: string[]): Database => {
  const connection = connect({ url: database.url, poolSize: 2, auditSecrets })
  opened.push(connection)
  return connection.db
}
const write = (db: Database, count: number) =>
  db.transaction().execute((tx) =>
    writeAudit(
      tx,
      systemOrigin,
      Array.from({ length: count }, (_, n) => ({ action: 'tried', resource: 'things', entityId: String(n) })),
    ),
  )
/** As somebody would who knows everything but the key: every hash anew, and the ends where they belong. */
async function rebuild(db: Database, lastSeq: number): Promise<void> {
  await db.deleteFrom('auditLog').where('seq', '>', lastSeq).execute()
  let previousHash = (await db.selectFrom('auditLog').select('previousHash').orderBy('seq').executeTakeFirstOrThrow())
    .previousHash
  for (const row of await db.selectFrom('auditLog').selectAll().orderBy('seq').execute()) {
    const { hash: _hash, count: _count, countSeal: _seal, ...content } = { ...row, previousHash, entityId: 'forged' }
    const hash = createHash('sha256').update(canonicalJson(content)).digest('hex')
    await db
      .updateTable('auditLog')
      .set({ previousHash, hash, entityId: 'forged' })
      .where('seq', '=', row.seq)
      .execute()
    previousHash = hash
  }
  await db.updateTable('auditHead').set({ seq: lastSeq, hash: previousHash }).execute()
}

describe('a keyed chain', () => {
  // holds rules 8-27
  it('that was rebuilt from its beginning is found out', async () => {
    const db = withKeys(key)
    await write(db, 5)
    expect(await verifyChain(db)).toMatchObject({ checked: 5, broken: null })
    await rebuild(db, 5)
    expect((await verifyChain(db)).broken).toEqual({ seq: 5, reason: 'rebuilt' })
    await db.updateTable('auditHead').set({ seal: null }).execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 5, reason: 'rebuilt' })
  })

  // holds rules 8-27
  it('that was cut is found out, at its end and at its beginning', async () => {
    const db = withKeys(key)
    await write(db, 6)
    const row = (seq: number) =>
      db.selectFrom('auditLog').select(['seq', 'hash']).where('seq', '=', seq).executeTakeFirstOrThrow()
    const second = await row(2)
    await db.deleteFrom('auditLog').where('seq', '<=', 2).execute()
    await db.updateTable('auditTail').set(second).execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 3, reason: 'cut' })
    // The next record does not seal it.
    await write(db, 1)
    expect((await verifyChain(db)).broken).toEqual({ seq: 3, reason: 'cut' })
    await db.deleteFrom('auditLog').where('seq', '>', 4).execute()
    await db
      .updateTable('auditHead')
      .set(await row(4))
      .execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 4, reason: 'cut' })
  })

  // holds rules 8-27
  it('that was emptied is found out, also with the seal of its end put at its beginning', async () => {
    const db = withKeys(key)
    await write(db, 3)
    await db.deleteFrom('auditLog').execute()
    await db
      .updateTable('auditTail')
      .set(await auditHead(db))
      .execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 4, reason: 'cut' })
  })

  it('holds how often a denial was repeated, also under a former key', async () => {
    const db = withKeys(key)
    await write(db, 3)
    await raiseCount(db, 2, 7)
    for (const keys of [[key], [newKey, key], []]) expect((await verifyChain(withKeys(...keys))).broken).toBeNull()
    const forge = (fields: object) => db.updateTable('auditLog').set(fields).where('seq', '=', 2).execute()
    for (const count of [2, 8]) {
      await forge({ count })
      expect((await verifyChain(db)).broken).toEqual({ seq: 2, reason: 'changed' })
    }
    const { countSeal } = await db
      .selectFrom('auditLog')
      .select('countSeal')
      .where('seq', '=', 2)
      .executeTakeFirstOrThrow()
    await forge({ count: 1, countSeal: null })
    await db.updateTable('auditLog').set({ count: 7, countSeal }).where('seq', '=', 3).execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 3, reason: 'changed' })
  })

  // holds rules 8-27
  it('that was put back to an earlier state, seals and all, no longer holds what the log or a report named', async () => {
    const db = withKeys(key)
    await write(db, 3)
    const earlier = await auditHead(db)
    await write(db, 2)
    const { seq, hash } = await auditHead(db)
    await db.deleteFrom('auditLog').where('seq', '>', 3).execute()
    await db.updateTable('auditHead').set(earlier).execute()
    expect((await verifyChain(db)).broken).toBeNull()
    expect((await verifyChain(db, [{ seq, hash }])).broken).toEqual({ seq: 5, reason: 'removed' })
    await write(db, 2)
    expect((await verifyChain(db)).broken).toBeNull()
    expect((await verifyChain(db, [{ seq, hash }])).broken).toEqual({ seq: 5, reason: 'rebuilt' })
    expect((await verifyChain(db, [earlier])).broken).toBeNull()
    expect((await verifyChain(db, [await auditHead(db)])).broken).toBeNull()
  })

  it('is not written without the key, nor verified by another one', async () => {
    await write(withKeys(key), 2)
    await expect(write(withKeys(), 1)).rejects.toThrow('give AUDIT_SECRET')
    expect(await write(withKeys(), 0)).toBeNull()
    expect((await verifyChain(withKeys(newKey))).broken).toEqual({ seq: 1, reason: 'changed' })
    expect((await verifyChain(withKeys())).broken).toBeNull()
  })

  it('goes on after the key was exchanged, and never back to the one before', async () => {
    await write(withKeys(key), 2)
    await write(withKeys(newKey, key), 2)
    expect(await verifyChain(withKeys(newKey, key))).toMatchObject({ checked: 4, broken: null })
    await write(withKeys(key), 1)
    expect((await verifyChain(withKeys(newKey, key))).broken).toEqual({ seq: 5, reason: 'changed' })
  })

  it('is whole with nothing in it, and after as many records as are written at once', async () => {
    const db = withKeys(key)
    expect(await verifyChain(db)).toMatchObject({ checked: 0, broken: null })
    expect((await write(db, 100))?.seq).toBe(100)
    expect(await verifyChain(db)).toMatchObject({ checked: 100, broken: null })
  })

  it('stays whole when old records are forgotten', async () => {
    const db = withKeys(key)
    await write(db, 6)
    await forgetOldAudit(db, new Date(Date.now() + 60_000), { limit: 4, stopping: AbortSignal.abort() })
    expect((await verifyChain(db)).broken).toBeNull()
  })
})

describe('a chain from before there was a key', () => {
  // holds rules 8-27
  it('is sealed once, and what was in it cannot be changed any more', async () => {
    await write(withKeys(), 4)
    const db = withKeys(key)
    expect((await verifyChain(db)).broken).toEqual({ seq: 4, reason: 'rebuilt' })
    expect([await sealChain(db), await sealChain(db)]).toEqual([true, false])
    expect(await verifyChain(db)).toMatchObject({ checked: 5, broken: null })
    const last = await db.selectFrom('auditLog').selectAll().where('seq', '=', 5).executeTakeFirstOrThrow()
    expect(last).toMatchObject({ action: 'audit.keyed', resource: 'audit_log' })
    await rebuild(db, 4)
    await db
      .insertInto('auditLog')
      .values({ ...last, before: null, after: null })
      .execute()
    await db.updateTable('auditHead').set({ seq: 5, hash: last.hash }).execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 5, reason: 'reordered' })
  })

  it('is whole without one, and a change in it or of its end is found', async () => {
    const db = withKeys()
    await write(db, 3)
    expect((await verifyChain(db)).broken).toBeNull()
    await db
      .updateTable('auditHead')
      .set({ hash: 'f'.repeat(64) })
      .execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 3, reason: 'changed' })
    await db.updateTable('auditLog').set({ entityId: 'forged' }).where('seq', '=', 2).execute()
    expect((await verifyChain(db)).broken).toEqual({ seq: 2, reason: 'changed' })
  })

  it('is not sealed without a key, nor with nothing in it', async () => {
    expect(await sealChain(withKeys(key))).toBe(false)
    await write(withKeys(), 2)
    expect(await sealChain(withKeys())).toBe(false)
    expect((await auditHead(withKeys())).seq).toBe(2)
  })

  it('is sealed from where it begins, when its oldest records were forgotten before', async () => {
    const old = withKeys()
    await write(old, 6)
    await forgetOldAudit(old, new Date(Date.now() + 60_000), { limit: 4, stopping: AbortSignal.abort() })
    const db = withKeys(key)
    expect(await sealChain(db)).toBe(true)
    expect(await verifyChain(db)).toMatchObject({ checked: 4, broken: null })
  })

  it('is sealed once, also by two backends that start at the same moment', async () => {
    await write(withKeys(), 2)
    const [first, second] = [withKeys(key), withKeys(key)]
    const waiting = async () =>
      (
        await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
          first,
        )
      ).rows.length
    const late = await first.transaction().execute(async (tx) => {
      await lockAuditHead(tx)
      const sealing = sealChain(second)
      await expect.poll(waiting).toBe(1)
      await writeAudit(tx, systemOrigin, [{ action: 'audit.keyed', resource: 'audit_log' }])
      return { sealing }
    })
    expect(await late.sealing).toBe(false)
    expect(await verifyChain(first)).toMatchObject({ checked: 3, broken: null })
  })
})
