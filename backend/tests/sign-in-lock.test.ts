// The lock after five wrong passwords is one for all backends on a database, whether the address has an account or not.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { aBackend, aUser, type TestBackend } from './a-backend.ts'

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
