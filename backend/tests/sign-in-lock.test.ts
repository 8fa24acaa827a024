// The lock after five wrong passwords is one for all backends on a database, whether the address has an account or not.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, aUser, type TestBackend } from './a-backend.ts'
import { eventually } from './eventually.ts'

let here: TestBackend
let there: TestBackend
beforeAll(async () => {
  here = await aBackend()
  there = await aBackend({}, { beside: here })
})
afterAll(async () => {
  await there?.stop()
  await here?.stop()
})

it.each(['an account', 'nobody'])('is shared for an address of %s', async (whose) => {
  const email = whose === 'nobody' ? 'ghost@example.org' : (await aUser(here.db, { role: 'viewer' })).email
  const login = (at: TestBackend) => at.nobody('POST', '/api/auth/login', { email, password: 'wrong password' })
  for (const at of [here, there, here, there, here]) expect((await login(at)).status).toBe(401)
  for (const at of [here, there]) expect((await login(at)).body.error.code).toBe('account_locked')
})

it('holds for a right password that was on its way when it came', async () => {
  const { id, email, password } = await aUser(here.db, { role: 'viewer' })
  const reply = await here.db.transaction().execute(async (tx) => {
    await sql`UPDATE users SET locked_until = now() + interval '15 minutes' WHERE id = ${id}`.execute(tx)
    const late = here.nobody('POST', '/api/auth/login', { email, password })
    await eventually('a sign-in that waits', async () => {
      const { rows } = await sql`SELECT FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%last_login_at%'`.execute(
        there.db,
      )
      return rows.length > 0
    })
    // Not waited for in here: it waits for this.
    return { late }
  })
  expect((await reply.late).body.error.code).toBe('account_locked')
})
