// A PostgreSQL with a standby on this machine: the first one is made and stopped, copied while it rests, and the copy told to follow.
// Used by scripts/run-cluster.mjs; on machines of their own pg_basebackup does it (deploy/several-machines/README.md).
import { chownSync, existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { databaseUrlFile } from './processes.mjs'
import { run } from './project.mjs'

/** The role that HAProxy asks as. */
const checkRole = 'rollcall_check'

/**
 * Answers the address of the first one, with its password. Both are stopped then.
 * @param {{ first: import('./supervisor.mjs').Plan, folders: [first: string, standby: string], supervisor: ReturnType<typeof import('./supervisor.mjs').createSupervisor> }} options
 */
export async function makeStandby({ first, folders: [primary, standby], supervisor }) {
  const made = databaseUrlFile(primary)
  await supervisor.start({ ...first, healthy: async () => existsSync(made) })
  const url = readFileSync(made, 'utf8').trim()
  await letHaproxyAsk(url)
  await supervisor.end(first.name)
  const cluster = join(primary, 'database')
  const hba = join(cluster, 'pg_hba.conf')
  writeFileSync(hba, `host postgres ${checkRole} 127.0.0.1/32 trust\n${readFileSync(hba, 'utf8')}`)
  await run('cp', ['-a', primary, standby])
  const { hostname, port, username, password } = new URL(url)
  const following = `primary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\n`
  const copy = join(standby, 'database')
  const settings = join(copy, 'postgresql.auto.conf')
  writeFileSync(settings, readFileSync(settings, 'utf8') + following)
  writeFileSync(join(copy, 'standby.signal'), '')
  const { uid, gid } = statSync(join(copy, 'PG_VERSION'))
  chownSync(join(copy, 'standby.signal'), uid, gid)
  return url
}

/** @param {string} url */
async function letHaproxyAsk(url) {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`CREATE ROLE ${checkRole} LOGIN`)
    // A standby that was away for a while still finds what it missed.
    await client.query(`ALTER SYSTEM SET wal_keep_size = '256MB'`)
  } finally {
    await client.end()
  }
}
