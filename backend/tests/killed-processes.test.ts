// A 2xx means one committed effect, whatever is killed meanwhile. The same with 50,000 mutations: `npm run test:faults -- backend`.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { builtBackend } from './built-backend.ts'
import { runTaggedMutations } from './tagged-mutations.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-kills-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

it('keeps every acknowledged mutation exactly once while the backend and PostgreSQL are killed', async () => {
  chmodSync(dataDir, 0o755)
  const built = await builtBackend('kills')
  try {
    const programs = { database: built.fileOf('database-main'), backend: built.fileOf('main') }
    const verdict = await runTaggedMutations({ programs, dataDir, mutations: 300, kills: 2 })
    expect(verdict).toMatchObject({ kills: 2, lost: [], doubled: [], unrecorded: [], chain: { broken: null } })
    expect(verdict.acknowledged).toBeGreaterThan(0)
    expect(verdict.acknowledged + verdict.failed).toBe(300)
  } finally {
    built.remove()
  }
}, 180_000)
