// One PostgreSQL for the whole run: the embedded one in a temporary folder, or TEST_DATABASE_URL. Each test file clones the migrated
// template (aDatabase), so that files do not see each other's rows.
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { connect } from '../src/database/connect.ts'
import { startEmbedded } from '../src/database/embedded/launcher.ts'
import { prepareDatabase } from '../src/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Of the server; the path names the template database. */
    templateUrl: string
  }
}

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { serverUrl, stop } = await startServer(process.env['TEST_DATABASE_URL'])
  const templateUrl = withDatabase(serverUrl, `rollcall_test_${process.pid}_template`)
  await makeTemplate(serverUrl, templateUrl).catch(async (error: unknown) => {
    await stop()
    throw error
  })
  project.provide('templateUrl', templateUrl)
  return async () => {
    await run(serverUrl, [`DROP DATABASE IF EXISTS ${nameOf(templateUrl)} WITH (FORCE)`])
    await stop()
  }
}

async function makeTemplate(serverUrl: string, templateUrl: string): Promise<void> {
  await run(serverUrl, [`DROP DATABASE IF EXISTS ${nameOf(templateUrl)}`, `CREATE DATABASE ${nameOf(templateUrl)}`])
  const connection = connect({ url: templateUrl, poolSize: 2 })
  try {
    await prepareDatabase(connection.db)
  } finally {
    await connection.close()
  }
}

async function startServer(external: string | undefined) {
  if (external) return { serverUrl: external, stop: async () => undefined }
  const dataDir = mkdtempSync(join(tmpdir(), 'rollcall-test-'))
  // As root the database runs as another user, who must be able to enter.
  chmodSync(dataDir, 0o755)
  const embedded = await startEmbedded({ dataDir, port: 0, durable: false, say: () => undefined })
  const stop = async () => {
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { serverUrl: embedded.url, stop }
}

async function run(url: string, statements: readonly string[]): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}

function withDatabase(url: string, name: string): string {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}
