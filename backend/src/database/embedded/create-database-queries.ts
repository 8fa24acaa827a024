// The first words with a PostgreSQL that was just started. Called by launcher.ts until they are answered.
import { Client } from 'pg'

/** Answers once PostgreSQL does; the first time, our database is made. */
export async function createDatabase(url: string): Promise<boolean> {
  const target = new URL(url)
  target.pathname = '/postgres'
  const client = new Client({ connectionString: target.href, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', ['rollcall'])
    if (rowCount === 0) await client.query('CREATE DATABASE rollcall')
    return true
  } finally {
    await client.end()
  }
}
