// `npm run bench -- backend-kills [--mutations N] [--kills N]`: tagged mutations while the backend, PostgreSQL and its keeper are killed
// in turn with SIGKILL. It fails unless every 2xx is stored exactly once, with its audit record, in an unbroken chain.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runTaggedMutations } from '../../backend/tests/tagged-mutations.ts'
import { backendServer, databaseServer } from './programs.ts'
import { measurement, printGoals, printJson, printTable } from './report.ts'

await measurement(async () => {
  const { values } = parseArgs({ options: { mutations: { type: 'string' }, kills: { type: 'string' } } })
  const [mutations, kills] = [Number(values.mutations ?? 50_000), Number(values.kills ?? 30)]
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-kills-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  try {
    const programs = { database: databaseServer, backend: backendServer }
    const verdict = await runTaggedMutations({ programs, dataDir, mutations, kills, say: (line) => console.log(line) })
    const { acknowledged, failed, lost, doubled, unrecorded, chain, seconds } = verdict
    printTable(
      `${mutations} mutations, ${kills} kills`,
      ['', 'answered 2xx', 'not answered 2xx', 'lost', 'twice', 'without record', 'seconds'],
      [['', acknowledged, failed, lost.length, doubled.length, unrecorded.length, seconds].map(String)],
    )
    printGoals([
      { says: 'acknowledged and not stored', measured: lost.length, atMost: 0 },
      { says: 'stored twice', measured: doubled.length, atMost: 0 },
      { says: 'stored without exactly one audit record', measured: unrecorded.length, atMost: 0 },
      { says: 'breaks of the audit chain', measured: chain.broken === null ? 0 : 1, atMost: 0 },
    ])
    printJson({ measurement: 'backend-kills', mutations, ...verdict })
    if (lost.length + doubled.length + unrecorded.length > 0 || chain.broken)
      throw new Error('An acknowledged mutation was not kept exactly once.')
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
})
