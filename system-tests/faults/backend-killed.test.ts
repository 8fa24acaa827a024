// Fifty thousand tagged mutations while the backend, PostgreSQL and its keeper are killed in turn with SIGKILL: every 2xx is stored
// exactly once, with its audit record, in an unbroken chain. The backend's own suite has a small version. `npm run test:faults`.
import { chmodSync, rmSync } from 'node:fs'
import { expect, it } from 'vitest'
import { temporaryFolder } from '@rollcall/bench/measuring/database-server'
import { backendServer, databaseServer } from '@rollcall/bench/measuring/programs'
import { runTaggedMutations } from '../../backend/tests/tagged-mutations.ts'

it('loses, doubles and hides no acknowledged mutation over thirty kills', async () => {
  const dataDir = temporaryFolder()
  // As root the database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  try {
    const programs = { database: databaseServer, backend: backendServer }
    const run = { programs, dataDir, mutations: 50_000, kills: 30, say: (line: string) => console.log(line) }
    const { acknowledged, lost, doubled, unrecorded, chain } = await runTaggedMutations(run)
    expect({ lost, doubled, unrecorded, broken: chain.broken }).toEqual({
      lost: [],
      doubled: [],
      unrecorded: [],
      broken: null,
    })
    expect(acknowledged).toBeGreaterThan(0)
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
