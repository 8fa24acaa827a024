// A database folder of another PostgreSQL is refused, and the sentence says the way.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { refuseOtherVersion } from './cluster.ts'

const folder = mkdtempSync(join(tmpdir(), 'rollcall-cluster-'))
afterAll(() => rmSync(folder, { recursive: true }))
mkdirSync(join(folder, 'share', 'postgresql'), { recursive: true })
writeFileSync(join(folder, 'share', 'postgresql', 'postgres.bki'), '# PostgreSQL 18\n')
const binaries = { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') }

it('says which version made it and how to get over to this one', () => {
  writeFileSync(join(folder, 'PG_VERSION'), '17\n')
  expect(() => refuseOtherVersion(folder, binaries)).toThrow(
    /made by PostgreSQL 17; this is PostgreSQL 18.*rollcall restore --replace/,
  )
})

it('accepts its own', () => {
  writeFileSync(join(folder, 'PG_VERSION'), '18\n')
  expect(() => refuseOtherVersion(folder, binaries)).not.toThrow()
})
