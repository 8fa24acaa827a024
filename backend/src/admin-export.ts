// `admin export --to FOLDER [--history yes]`: everything as JSON lines, a file per table, and the plans and photos, from one moment. Called by admin.ts.
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Database } from './database/schema.ts'
import { readStoredFile, storedNames } from './files/file-queries.ts'
import { isFileName } from './files/file-store.ts'
import { exportedTables, historyTable, linesOf, readOneMoment, type Exported } from './export-queries.ts'

export async function exportAll(db: Database, folder: string, withHistory: boolean): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if ((await readdir(folder)).length > 0) throw new Error(`${folder} is not empty.`)
  const tables: readonly Exported[] = withHistory ? [...exportedTables, historyTable] : exportedTables
  let total = 0
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await readOneMoment(tx)
      for (const table of tables) {
        const lines = async function* () {
          for await (const line of linesOf(tx, table)) {
            total++
            yield line
          }
        }
        // Personal data: nobody else on this machine needs to read it.
        await pipeline(Readable.from(lines()), createWriteStream(join(folder, `${table}.ndjson`), { mode: 0o600 }))
      }
      await exportFiles(tx, folder)
    })
  return `${total} rows of ${tables.length} tables were written to ${folder}.`
}

/** Plans and photos under the names that floors and people know them by; those in a bucket are there. */
async function exportFiles(tx: Database, folder: string): Promise<void> {
  for (const name of (await storedNames(tx)).filter(isFileName)) {
    const bytes = await readStoredFile(tx, name)
    await mkdir(join(folder, 'files', dirname(name)), { recursive: true, mode: 0o700 })
    if (bytes) await writeFile(join(folder, 'files', name), bytes, { mode: 0o600 })
  }
}
