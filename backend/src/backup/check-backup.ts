// `admin check-backup --from FOLDER`, and after every backup: restores it into a scratch database beside the real one, verifies the audit
// chain there, and removes it again. A backup that was never restored is a hope.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { verifyChain } from '../audit/verify-audit.ts'
import { connect } from '../database/connect.ts'
import { restoreBackup } from './restore-backup.ts'

/** The number of rows that came back. */
export async function checkBackup(databaseUrl: string, folder: string): Promise<number> {
  const scratch = new URL(databaseUrl)
  const name = `rollcall_check_${randomBytes(6).toString('hex')}`
  scratch.pathname = `/${name}`
  await onServer(databaseUrl, `CREATE DATABASE ${name}`).catch((error: unknown) => {
    throw new Error(
      `The backup is written, but could not be checked: a scratch database cannot be made (${(error as Error).message}).`,
    )
  })
  try {
    const { tables } = await restoreBackup(scratch.href, folder)
    const connection = connect({ url: scratch.href, poolSize: 2 })
    const { broken } = await verifyChain(connection.db).finally(() => connection.close())
    if (broken) throw new Error(`Record ${broken.seq} of the audit log in this backup was ${broken.reason}.`)
    return tables.reduce((sum, { rows }) => sum + rows, 0)
  } finally {
    await onServer(databaseUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
}

async function onServer(databaseUrl: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
