// The audit log: written with the change, chained, verified, exported.
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetOldAudit } from '../src/domains/audit/audit-retention.ts'
import { verifyChain } from '../src/audit/verify-audit.ts'
import { runChange } from '../src/http/run-change.ts'
import { aBackend, type Caller, type TestBackend } from './a-backend.ts'
import { aBuilding } from './site-things.ts'

let backend: TestBackend
let admin: Caller
beforeAll(async () => {
  backend = await aBackend()
  admin = await backend.as('admin')
})
afterAll(() => backend.stop())

const example = { action: 'x', resource: 'y', changes: [] }
const nobody = { actorId: null, actorEmail: null, actorRole: null, ip: null, method: null, requestId: null }
const countOf = async (table: 'auditLog' | 'zoneTypes') =>
  (
    await backend.db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n

describe('a change and its record', () => {
  // holds spec 2.5-4
  it('are written together, with who, what, before and after', async () => {
    const building = await aBuilding(admin, { name: 'Recorded' })
    await admin('PUT', `/api/buildings/${building.id}`, { name: 'Renamed' }, { headers: { 'x-request-id': 'req-7' } })
    const { body } = await admin('GET', `/api/audit/logs?entityId=${building.id}`)
    expect(body.data.items).toHaveLength(2)
    expect(body.data.items[0]).toMatchObject({
      action: 'buildings.change',
      resource: 'buildings',
      method: 'PUT',
      result: 'success',
      requestId: 'req-7',
      ip: '127.0.0.1',
      actor: { role: 'admin' },
      before: { name: 'Recorded' },
      after: { name: 'Renamed' },
    })
  })

  // holds rules 8-25
  it('are both undone when the work fails', async () => {
    const before = [await countOf('auditLog'), await countOf('zoneTypes')]
    const work = runChange(backend.db, nobody, example, async (tx) => {
      await tx.insertInto('zoneTypes').values({ name: 'Ghost', colour: '#000000' }).execute()
      throw new Error('no')
    })
    await expect(work).rejects.toThrow('no')
    expect([await countOf('auditLog'), await countOf('zoneTypes')]).toEqual(before)
  })

  // holds rules 8-25
  it('are both undone when the record cannot be written', async () => {
    const before = [await countOf('auditLog'), await countOf('zoneTypes')]
    const work = runChange(backend.db, nobody, example, async (tx) => {
      await tx.insertInto('zoneTypes').values({ name: 'Ghost', colour: '#000000' }).execute()
      return { reply: null, record: { result: 'nonsense' as 'failed' } }
    })
    await expect(work).rejects.toThrow(/violates check constraint/)
    expect([await countOf('auditLog'), await countOf('zoneTypes')]).toEqual(before)
  })

  it('form one chain without gaps, also when many change at once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => aBuilding(admin)))
    const { body } = await admin('GET', '/api/audit/verify')
    expect(body.data.broken).toBeNull()
    expect(body.data.checked).toBe(await countOf('auditLog'))
  })
})

describe('GET /api/audit/verify', () => {
  const broken = async () => (await admin('GET', '/api/audit/verify')).body.data.broken
  /** Damages the chain, looks, and repairs it again. */
  async function damaged(damage: string, repair: string): Promise<unknown> {
    await sql.raw(damage).execute(backend.db)
    const found = await broken()
    await sql.raw(repair).execute(backend.db)
    expect(await broken()).toBeNull()
    return found
  }

  // holds rules 8-26
  it('finds a changed row', async () => {
    const found = await damaged(
      `UPDATE audit_log SET ip = '6.6.6.6' WHERE seq = 3`,
      `UPDATE audit_log SET ip = '127.0.0.1' WHERE seq = 3`,
    )
    expect(found).toEqual({ seq: 3, reason: 'changed' })
  })

  // holds rules 8-26
  it('finds a removed row, in the middle and at the end', async () => {
    const last = (await backend.db.selectFrom('auditHead').select('seq').executeTakeFirstOrThrow()).seq
    for (const seq of [4, last]) {
      const found = await damaged(
        `CREATE TABLE kept AS SELECT * FROM audit_log WHERE seq = ${seq}; DELETE FROM audit_log WHERE seq = ${seq}`,
        'INSERT INTO audit_log SELECT * FROM kept; DROP TABLE kept',
      )
      expect(found).toEqual({ seq, reason: 'removed' })
    }
  })

  // holds rules 8-26
  it('finds reordered rows', async () => {
    const swap =
      'UPDATE audit_log SET seq = -seq WHERE seq IN (5, 6); UPDATE audit_log SET seq = CASE seq WHEN -5 THEN 6 ELSE 5 END WHERE seq < 0'
    expect(await damaged(swap, swap)).toEqual({ seq: 5, reason: 'reordered' })
  })
})

describe('/api/audit/logs', () => {
  // holds appendix audit-3; rules 2-7
  it('takes a record by hand, but not its author', async () => {
    const { status, body } = await admin('POST', '/api/audit/logs', {
      action: 'visit',
      resource: 'archive',
      after: { note: 'ok' },
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      action: 'visit',
      resource: 'archive',
      actor: { role: 'admin' },
      after: { note: 'ok' },
    })
    const forged = await admin('POST', '/api/audit/logs', { action: 'visit', resource: 'archive', actorId: 'x' })
    expect(forged.status).toBe(400)
  })

  it('filters and counts', async () => {
    const { body } = await admin('GET', '/api/audit/logs?action=buildings.create&pageSize=1')
    expect(body.data.items).toHaveLength(1)
    expect(body.data.total).toBeGreaterThan(20)
    const summary = (await admin('GET', '/api/audit/summary')).body.data
    expect(summary.byAction).toContainEqual({ key: 'buildings.create', count: body.data.total })
    expect(summary.total).toBe(await countOf('auditLog'))
  })

  it('of thousands that were written at once is one chain, and is exported in parts without a gap', async () => {
    const many = 2345
    const entries = Array.from({ length: many }, (_, n) => ({ ...example, entityId: String(n), after: { n } }))
    await runChange(backend.db, nobody, example, async () => ({ reply: null, record: entries }))
    expect((await verifyChain(backend.db)).broken).toBeNull()
    const lines = await admin('GET', '/api/audit/export?format=ndjson&action=x')
    const records = lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { entityId: string })
    expect(records.map(({ entityId }) => entityId)).toEqual(entries.map(({ entityId }) => entityId))
    const csv = await admin('GET', '/api/audit/export?action=x')
    expect(csv.text.match(/^seq,/gm)).toHaveLength(1)
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(many + 1)
    const none = await admin('GET', '/api/audit/export?format=ndjson&action=nothing')
    expect([none.status, none.text]).toEqual([200, ''])
  })

  it('is exported whole, as CSV and as lines', async () => {
    const csv = await admin('GET', '/api/audit/export')
    expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
    const lines = await admin('GET', '/api/audit/export?format=ndjson')
    const records = lines.text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { seq: number })
    expect(records.map(({ seq }) => seq)).toEqual(
      Array.from({ length: await countOf('auditLog') }, (_, index) => index + 1),
    )
    expect(csv.text.trim().split('\r\n')).toHaveLength(records.length + 1)
  })
})

// Last in this file: it removes the beginning of the log.
describe('retention', () => {
  // holds rules 8-30
  it('forgets old records, keeps the chain verifiable, and records itself', async () => {
    for (let count = 0; count < 5; count++) await aBuilding(admin)
    const before = await countOf('auditLog')
    expect(await forgetOldAudit(backend.db, new Date(0))).toBe(0)
    expect(await countOf('auditLog')).toBe(before)
    // Some at a time, and the chain is whole after each.
    const stopping = AbortSignal.abort()
    const some = await forgetOldAudit(backend.db, new Date(Date.now() + 60_000), { limit: 3, stopping })
    expect(some).toBe(3)
    expect(await verifyChain(backend.db)).toMatchObject({ checked: before - 2, broken: null })
    const cutoff = new Date(Date.now() + 60_000)
    const removed = await forgetOldAudit(backend.db, cutoff)
    expect(removed).toBe(before - 3)
    expect((await admin('GET', '/api/audit/verify')).body.data).toMatchObject({ checked: 2, broken: null })
    const { items } = (await admin('GET', '/api/audit/logs')).body.data
    const after = { removed, before: cutoff.toISOString() }
    expect(items[0]).toMatchObject({ action: 'audit.retention', resource: 'audit_log', actor: null, after })
    await aBuilding(admin)
    expect((await verifyChain(backend.db)).broken).toBeNull()
    // Removing the first kept row by hand is still found.
    await sql`DELETE FROM audit_log WHERE seq = (SELECT min(seq) FROM audit_log)`.execute(backend.db)
    expect((await verifyChain(backend.db)).broken).toEqual({ seq: items[1].seq, reason: 'removed' })
  })
})
