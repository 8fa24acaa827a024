// `rollcall restore --at TIME`: the embedded database as it was at that time, from a copy of before and the log that was kept since.
// Called by admin.ts, before there is a database.
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { walFolder } from '../database/embedded/archive.ts'
import { recoverCluster } from '../database/embedded/recover.ts'
import { sealedFiles } from './backup-commands.ts'
import { baseCopiesIn } from './base-copy.ts'
import { fileOf } from './check-base.ts'

type Place = {
  readonly dataDir: string
  readonly passphraseFile: string | undefined
  /** Where the log goes from now on; null: nowhere. */
  readonly archiveTo: string | null
}

/** The folder it came from. Secrets that are there stay: those of now open what was sealed before, too. */
export async function restoreMoment(place: Place, backups: string, at: Date): Promise<string> {
  if (at.getTime() > Date.now()) throw new Error(`${at.toISOString()} is still to come.`)
  const copies = await baseCopiesIn(backups)
  const copy = copies.findLast(({ until }) => Date.parse(until) <= at.getTime())
  if (!copy) {
    const [first] = copies
    throw new Error(
      first
        ? `The first moment that can be restored from ${backups} is ${first.until}.`
        : `${backups} has no copy to restore a moment from: only backups made with BACKUP_WAL_DAYS have (docs/backup.md).`,
    )
  }
  const sealed = await sealedFiles(copy.folder, place.passphraseFile)
  const missing = existsSync(join(place.dataDir, 'secrets.json')) ? [] : sealed
  const wal = walFolder(backups, copy.systemId)
  await recoverCluster({ dataDir: place.dataDir, copy: fileOf(copy), wal, until: at, archiveTo: place.archiveTo })
  for (const [name, text] of missing) await writeFile(join(place.dataDir, name), text, { mode: 0o600, flag: 'wx' })
  return copy.folder
}

/** With its zone: an hour off would be the wrong moment. */
export function momentOf(text: string): Date {
  const at = /(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? new Date(text) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime()))
    throw new Error(`--at takes a time with its zone, such as 2026-11-16T14:05:00Z or 2026-11-16T15:05:00+01:00.`)
  return at
}
