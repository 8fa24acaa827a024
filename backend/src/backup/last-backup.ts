// When a backup was made last and found good: one line in the data folder, which metrics show, so that somebody notices when there is none.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const file = (dataDir: string) => join(dataDir, 'last-backup')

/** A data folder that cannot be written leaves the backup as good as it is; the figure then says that it is old. */
export async function rememberBackup(dataDir: string): Promise<void> {
  await writeFile(file(dataDir), `${new Date().toISOString()}\n`).catch(() => undefined)
}

/** Epoch milliseconds; null: never, as far as this folder knows. */
export async function lastBackup(dataDir: string): Promise<number | null> {
  const text = await readFile(file(dataDir), 'utf8').catch(() => '')
  return Date.parse(text.trim()) || null
}
