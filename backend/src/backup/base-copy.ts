// A copy of the embedded database's files as they are, made while it runs: what a moment is restored from, with the log that was kept
// since (embedded/archive.ts). Lies in the folder of the nightly backup. Called by backup-commands.ts.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { Client } from 'pg'
import { z } from 'zod'
import { beginCopy, endCopy } from './base-queries.ts'
import { noteIn } from './write-backup.ts'

export const copyName = 'base.tar.gz'
export const aboutName = 'base.json'

const About = z.object({
  format: z.literal(1),
  systemId: z.string().regex(/^\d+$/),
  /** The first piece of the log that it needs. */
  firstWal: z.string().regex(/^[0-9A-F]{24}$/),
  /** From here on every moment can be restored. */
  until: z.iso.datetime(),
  label: z.string(),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
})
export type BaseCopy = z.infer<typeof About> & { readonly folder: string }

/** What belongs to the running server, or comes from the log that was kept. */
const leftOut = [
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
]
const excludes = [...leftOut.map((name) => `./${name}/*`), './postmaster.pid', './postmaster.opts', 'pgsql_tmp*']

export async function writeBaseCopy(databaseUrl: string, folder: string): Promise<BaseCopy> {
  const client = new Client({ connectionString: databaseUrl, application_name: 'rollcall-backup' })
  await client.connect()
  try {
    const { cluster, systemId, firstWal } = await beginCopy(client)
    const sha256 = await pack(cluster, join(folder, copyName))
    const { label, until } = await endCopy(client).catch((error: unknown) => {
      throw new Error(`The log of the database is not kept (${(error as Error).message}); database.log says why.`)
    })
    const about = { format: 1 as const, systemId, firstWal, until, label, sha256 }
    await writeFile(join(folder, aboutName), `${JSON.stringify(about, null, 2)}\n`, { mode: 0o600 })
    return { ...about, folder }
  } finally {
    await client.end()
  }
}

/** The oldest first; an attempt that did not end has nothing that tells of it. */
export async function baseCopiesIn(backups: string): Promise<BaseCopy[]> {
  const names = await readdir(backups).catch(() => [])
  const found = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(backups, name, aboutName), 'utf8').catch(() => null)
      return text === null ? [] : [{ ...About.parse(JSON.parse(text)), folder: join(backups, name) }]
    }),
  )
  return found.flat().sort((a, b) => Date.parse(a.until) - Date.parse(b.until))
}

async function pack(cluster: string, file: string): Promise<string> {
  const args = ['-cf', '-', ...excludes.map((pattern) => `--exclude=${pattern}`), '-C', cluster, '.']
  const tar = spawn('tar', args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  tar.stderr.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-2000)))
  const ended = new Promise<number | null>((resolve, reject) => tar.once('error', reject).once('close', resolve))
  const hash = createHash('sha256')
  const to = createWriteStream(file, { mode: 0o600, flush: true })
  const [code] = await Promise.all([ended, pipeline(tar.stdout, createGzip({ level: 5 }), noteIn(hash), to)])
  // 1: a file changed or went while it was read, which the log makes good.
  if (code !== 0 && code !== 1) throw new Error(`The files of the database cannot be copied: ${said.trim()}`)
  return hash.digest('hex')
}
