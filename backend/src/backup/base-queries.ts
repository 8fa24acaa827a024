// SQL around a copy of the database's files (base-copy.ts): PostgreSQL is told when it begins and ends, on one connection.
import type { Client } from 'pg'

export type CopyBegun = { readonly cluster: string; readonly systemId: string; readonly firstWal: string }

export async function beginCopy(client: Client): Promise<CopyBegun> {
  const { rows } = await client.query<CopyBegun>(`
    SELECT pg_walfile_name(pg_backup_start('rollcall', true)) AS "firstWal", current_setting('data_directory') AS cluster,
      (SELECT system_identifier::text FROM pg_control_system()) AS "systemId"`)
  const [begun] = rows
  if (!begun) throw new Error('PostgreSQL did not begin a copy.')
  return begun
}

/** Waits until the log that belongs to the copy is kept, too. `until` is the first moment that the copy can be brought to. */
export async function endCopy(client: Client): Promise<{ label: string; until: string }> {
  await client.query(`SET statement_timeout = '2min'`)
  const { rows } = await client.query<{ label: string }>(`SELECT labelfile AS label FROM pg_backup_stop(true)`)
  const { rows: times } = await client.query<{ until: Date }>(`SELECT clock_timestamp() AS until`)
  return { label: rows[0]?.label ?? '', until: (times[0]?.until ?? new Date()).toISOString() }
}
