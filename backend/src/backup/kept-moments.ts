// For how long every moment can be restored: copies older than that go, but for the one that the oldest moment needs, and with them the
// log that only they need. Called after every backup, once its own copy is checked.
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { aboutName, baseCopiesIn, copyName, type BaseCopy } from './base-copy.ts'

const dayMs = 86_400_000
/** A piece of the log, and what belongs to one: timeline, then its number. */
const piece = /^[0-9A-F]{8}([0-9A-F]{16})\b/

export async function removeOldMoments(backups: string, days: number, now = Date.now()): Promise<void> {
  const copies = await baseCopiesIn(backups)
  const oldest = copies.findLastIndex(({ until }) => Date.parse(until) <= now - days * dayMs)
  const kept = copies.slice(Math.max(0, oldest))
  // What tells of it goes first: half of it is none.
  for (const { folder } of copies.slice(0, Math.max(0, oldest)))
    for (const name of [aboutName, copyName]) await rm(join(folder, name), { force: true })
  const folders = (await readdir(backups)).filter((name) => name.startsWith('wal-'))
  for (const name of folders)
    await removeOldLog(
      join(backups, name),
      kept.filter(({ systemId }) => name === `wal-${systemId}`),
    )
}

/** Of the copies of one cluster; of a cluster that has none any more all of it. */
async function removeOldLog(folder: string, [oldest]: readonly BaseCopy[]): Promise<void> {
  if (!oldest) return rm(folder, { recursive: true })
  const first = piece.exec(oldest.firstWal)?.[1] ?? ''
  for (const name of await readdir(folder)) {
    const number = piece.exec(name)?.[1]
    if (number !== undefined && number < first) await rm(join(folder, name), { force: true })
  }
}
