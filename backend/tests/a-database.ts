// aDatabase(): an own, empty, migrated database for one test file.
import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { connect, type Connection } from '../src/database/connect.ts'

export type TestDatabase = { readonly url: string; readonly connection: Connection; drop(): Promise<void> }

/** Not that of a backend that a test starts as a process: it has its own from its settings. */
export const testAuditSecrets = ['audit-secret-0123456789-abcdefghijklmnop']

export async function aDatabase(): Promise<TestDatabase> {
  const template = new URL(inject('templateUrl'))
  const name = `rollcall_test_${randomBytes(6).toString('hex')}`
  await onServer(template, `CREATE DATABASE ${name} TEMPLATE ${template.pathname.slice(1)}`)
  const url = new URL(template)
  url.pathname = `/${name}`
  const connection = connect({ url: url.href, poolSize: 5, auditSecrets: testAuditSecrets })
  const drop = async () => {
    await connection.close()
    await onServer(template, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { url: url.href, connection, drop }
}

async function onServer(template: URL, statement: string): Promise<void> {
  const server = new URL(template)
  server.pathname = '/postgres'
  const client = new Client({ connectionString: server.href })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
