// The write-ahead log, kept beside the backups piece by piece as PostgreSQL finishes it, so that any moment can be restored. One folder per
// cluster: two of them give their pieces the same names. Used by launcher.ts, recover.ts and the backups.
import { chownSync, closeSync, mkdirSync, openSync, readSync } from 'node:fs'
import { join } from 'node:path'
import type { Installation } from './cluster.ts'
import { canReach } from './run-as.ts'
import { StartFailure } from './start-failure.ts'

/** What is lost at most when the machine is. */
const atLeastEverySeconds = 60

export const walFolder = (backups: string, systemId: string) => join(backups, `wal-${systemId}`)

/** PostgreSQL's settings, or none: then nothing is kept. */
export function archiveSettings(folder: string | null): Record<string, string> {
  if (folder === null) return { archive_mode: 'off' }
  return {
    archive_mode: 'on',
    archive_timeout: String(atLeastEverySeconds),
    archive_command: `f=${quoted(folder)}/%f; gzip -1 < "%p" > "$f.part" && sync "$f.part" && mv "$f.part" "$f.gz"`,
  }
}

export const restoreCommand = (folder: string) => `f=${quoted(folder)}/%f.gz; test -f "$f" && gzip -dc < "$f" > "%p"`

/** The folder for this cluster, which its user can write to. */
export function prepareArchive(backups: string, { folder, user }: Installation): string {
  const place = walFolder(backups, systemIdIn(folder))
  mkdirSync(backups, { recursive: true, mode: user ? 0o711 : 0o700 })
  mkdirSync(place, { recursive: true, mode: 0o700 })
  if (user) chownSync(place, user.uid, user.gid)
  if (!canReach(join(place, 'piece'), user))
    throw new StartFailure(
      `The user of the database may not enter ${backups}, where BACKUP_WAL_DAYS keeps its log; run Rollcall as a user of its own.`,
    )
  return place
}

/** Unlike any other cluster's: the first number in its control file. */
export function systemIdIn(cluster: string): string {
  const bytes = Buffer.alloc(8)
  const file = openSync(join(cluster, 'global', 'pg_control'), 'r')
  try {
    readSync(file, bytes)
    return bytes.readBigUInt64LE().toString()
  } finally {
    closeSync(file)
  }
}

/** For the shell, and for PostgreSQL, which fills in what follows a percent sign. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
