// What a backup folder says of itself. It is written last: a folder without one is an attempt that did not end.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { z } from 'zod'

export const manifestName = 'backup.json'
const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
/** Names become parts of paths and statements. */
const TableName = z.string().regex(/^[a-z][a-z0-9_]{0,62}$/)

const Manifest = z.object({
  format: z.literal(1),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.string()).min(1),
  historyDays: z.array(z.string().regex(/^\d{8}$/)),
  tables: z
    .array(z.object({ name: TableName, columns: z.array(TableName), rows: z.int().min(0), sha256: Sha256 }))
    .min(1),
  /** Sealed with a passphrase; null: not part of this backup. */
  secrets: z.object({ sha256: Sha256 }).nullable(),
})
export type Manifest = z.infer<typeof Manifest>

export const tableFile = (folder: string, table: string) => join(folder, `${table}.copy.gz`)

export async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestName)
  const text = await readFile(path, 'utf8').catch(() => {
    throw new Error(`${folder} holds no finished backup: ${manifestName} is missing.`)
  })
  const parsed = Manifest.safeParse(parseJson(text))
  if (!parsed.success) throw new Error(`${path} is damaged, or of a version that this one does not know.`)
  return parsed.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
