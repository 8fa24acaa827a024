// What is changed through one backend acts in the others on the same database, without their asking: announced with the commit.
import { sql } from 'kysely'
import { pino } from 'pino'
import { createDemoSite } from '@rollcall/simulator/demo-site'
import type { Topic } from '@rollcall/contracts/topics'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { createAccount, resetAccountPassword } from '../src/admin-accounts.ts'
import { createPasswords } from '../src/auth/passwords.ts'
import { startChangeListener, type ChangeListener } from '../src/changes/change-listener.ts'
import { announceChange } from '../src/changes/change-queries.ts'
import { createChanges, type Changes } from '../src/changes/changes.ts'
import { connect, type Connection } from '../src/database/connect.ts'
import { createFileStore, databasePlace } from '../src/files/file-store.ts'
import { importSite } from '../src/site-import.ts'
import { aBackend, aUser, testSecrets, tokenOf, type Caller, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'
import { aBadge, aFloor, aPerson, aReceiver } from './site-things.ts'

const log = pino({ level: 'silent' })
let first: TestBackend
let second: TestBackend
let admin: Caller
let atSecond: Caller
beforeAll(async () => {
  first = await aBackend()
  // Counts are kept for longer than a test takes: only an announcement makes them new.
  second = await aBackend({}, { beside: first, presenceCacheMs: 600_000 })
  admin = await first.as('admin')
  atSecond = second.withToken(await tokenOf(second.nobody, (await aUser(first.db, { role: 'admin' })).email))
})
afterAll(async () => {
  await second?.stop()
  await first?.stop()
})

describe('a change through one backend', () => {
  /** The first one takes the readings, so that these changes are made through the second. */
  const send = (key: string, raddec: object) =>
    first.nobody('POST', '/ingest/raddec', raddec, { headers: { authorization: `Bearer ${key}` } })
  const aRaddec = (transmitterId: unknown, receiverIds: unknown[]) => ({
    transmitterId,
    transmitterIdType: 3,
    rssiSignature: receiverIds.map((receiverId, i) => ({ receiverId, rssi: -60 - 5 * i })),
    timestamp: Date.now(),
  })

  it('makes a receiver’s key good at the other, and takes it back there', async () => {
    const receiver = await aReceiver(atSecond)
    const { body } = await atSecond('POST', `/api/receivers/${receiver.id}/key`)
    const statusOf = async () => (await send(body.data.key, aRaddec('fee150bada55', [receiver['receiverId']]))).status
    await expect.poll(statusOf).toBe(202)
    await atSecond('DELETE', `/api/receivers/${receiver.id}/key`)
    await expect.poll(statusOf).toBe(401)
  })

  it('moves receivers and badges where the other makes positions', async () => {
    const floor = await aFloor(atSecond)
    const corners = [{ x: 20, y: 20 }, { x: 80, y: 20 }, { x: 50, y: 80 }] // prettier-ignore
    const receivers = await Promise.all(corners.map((corner) => aReceiver(atSecond, { floorId: floor.id, ...corner })))
    const badge = await aBadge(atSecond)
    const ids = receivers.map(({ receiverId }) => receiverId)
    const receiverCount = async () => {
      await send(testSecrets.INGEST_KEY, aRaddec(badge['transmitterId'], ids))
      return (await admin('GET', `/api/context/floor/${floor.id}`)).body.data.positions[0]?.receiverCount as unknown
    }
    await expect.poll(receiverCount).toBe(ids.length)
  })

  it('is counted by the other, which keeps its counts', async () => {
    const peopleTotal = async () => (await atSecond('GET', '/api/dashboard/summary')).body.data.peopleTotal as number
    const before = await peopleTotal()
    await aPerson(admin)
    await expect.poll(peopleTotal).toBe(before + 1)
  })

  describe('of an account', () => {
    // The time stands still, so that nothing is read again merely because it has become old.
    afterEach(() => void vi.useRealTimers())
    const freeze = () => void vi.useFakeTimers({ toFake: ['Date'] })
    const untilRefused = async (caller: Caller) => {
      while ((await caller('GET', '/api/zones')).status !== 401);
    }

    it('ends its sessions at the other when it is deactivated', async () => {
      const user = await aUser(first.db, { role: 'viewer' })
      const caller = second.withToken(await tokenOf(second.nobody, user.email))
      freeze()
      expect((await caller('GET', '/api/zones')).status).toBe(200)
      await admin('PUT', `/api/users/${user.id}`, { active: false })
      await untilRefused(caller)
    })

    it('ends the session that was signed out', async () => {
      const user = await aUser(first.db, { role: 'viewer' })
      const token = await tokenOf(second.nobody, user.email)
      freeze()
      expect((await second.withToken(token)('GET', '/api/zones')).status).toBe(200)
      expect((await first.withToken(token)('POST', '/api/auth/logout')).status).toBe(204)
      await untilRefused(second.withToken(token))
    })

    it('is seen at once by the backend it went through', async () => {
      const user = await aUser(first.db, { role: 'viewer' })
      const caller = first.withToken(await tokenOf(first.nobody, user.email))
      freeze()
      expect((await caller('GET', '/api/zones')).status).toBe(200)
      await admin('PUT', `/api/users/${user.id}`, { active: false })
      expect((await caller('GET', '/api/zones')).status).toBe(401)
    })
  })
})

describe('the announcement', () => {
  let connection: Connection
  let changes: Changes
  let listener: ChangeListener
  let received: Topic[]
  beforeAll(async () => {
    connection = connect({ url: first.url, poolSize: 2 })
    changes = createChanges()
    for (const topic of ['accounts', 'site', 'contacts'] as const) changes.on([topic], () => received.push(topic))
    received = []
    listener = await startChangeListener({ connection, changes, log })
  })
  afterAll(async () => {
    await listener?.stop()
    await connection?.close()
  })
  const announce = (topics: Topic[], from: string | null = null) =>
    first.db.transaction().execute((tx) => announceChange(tx, { topics, row: 'test', entityId: null, from }))
  /** Everything announced before this has arrived when it resolves. */
  const settle = async () => {
    await announce(['contacts'])
    await eventually('the last announcement', async () => received.includes('contacts'))
    const before = received.filter((topic) => topic !== 'contacts')
    received = []
    return before
  }

  it('counts everything as changed when the connection is new', () => {
    expect(received).toEqual(['accounts', 'site', 'contacts'])
    received = []
  })

  it('comes with the commit of a change, and not when it is refused or changes nothing', async () => {
    const { id } = await aFloor(admin)
    expect(await settle()).toEqual(['site', 'site'])
    expect((await admin('DELETE', '/api/floors/00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await admin('POST', '/api/floors', { name: 'X' })).status).toBe(400)
    expect(await settle()).toEqual([])
    expect((await admin('DELETE', `/api/floors/${id}`)).status).toBe(204)
    expect(await settle()).toEqual(['site'])
  })

  it('is not for the backend that has acted already', async () => {
    await announce(['site'], changes.backendId)
    expect(await settle()).toEqual([])
  })

  it('of a version that knows more counts as everything', async () => {
    await sql`SELECT pg_notify('rollcall_changes', '{"topics":["of tomorrow"]}')`.execute(first.db)
    await eventually('the announcement', async () => received.length > 0)
    expect(received).toEqual(['accounts', 'site', 'contacts'])
    received = []
  })

  it('comes from the command line, too', async () => {
    const passwords = createPasswords(4)
    await createAccount(first.db, passwords, { email: 'cli@example.org', role: 'viewer', displayName: 'By hand' })
    expect(await settle()).toEqual(['accounts'])
    await resetAccountPassword(first.db, passwords, 'cli@example.org')
    expect(await settle()).toEqual(['accounts'])
    const other = await aBackend()
    const elsewhere = await startChangeListener({ connection: connect({ url: other.url }), changes, log })
    received = []
    await importSite(
      { db: other.db, files: createFileStore(databasePlace(other.db)), passwords },
      createDemoSite({ seed: 1 }),
      [],
    )
    await eventually('the import', async () => received.length === 2)
    expect(received).toEqual(['accounts', 'site'])
    await elsewhere.stop()
    await other.stop()
    received = []
  })

  it('that comes while the connection is broken is not overlooked: then everything counts as changed', async () => {
    const sessions = async () =>
      (
        await sql<{ pid: number }>`
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'rollcall-backend-changes'`.execute(
          first.db,
        )
      ).rows.map(({ pid }) => pid)
    const before = await sessions()
    await Promise.all(before.map((pid) => sql`SELECT pg_terminate_backend(${pid})`.execute(first.db)))
    await announce(['site'])
    await eventually('new connections', async () => {
      const now = await sessions()
      return now.length === before.length && now.every((pid) => !before.includes(pid))
    })
    await eventually('everything', async () => received.includes('accounts'))
    received = []
    // The announcement from before may have come through the new connection.
    await settle()
    await announce(['site'])
    expect(await settle()).toEqual(['site'])
  })
})
