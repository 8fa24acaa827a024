// How long the audit file is kept: put aside as <name>-<time>.log when its day is over or it has grown, packed, and removed after LOG_DAYS
// or when the parts outgrow LOG_MAX_MB. As scripts/setup/kept-logs.mjs does with the other logs. Called by audit-log.ts between two batches.
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { lstat, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export type KeptAudit = {
  /** Resolves when the file may be appended to, whatever became of it. */
  readonly beforeBatch: () => Promise<void>
  /** Resolves when what was put aside is packed, and what is too old removed. */
  readonly settled: () => Promise<void>
}

type Limits = {
  readonly days: number
  readonly maxBytes: number
  /** For tests, as is `now`. */
  readonly largest?: number
  readonly now?: () => number
}

const dayMs = 86_400_000
const mostBytes = 20 * 1024 * 1024

export function keepAudit(file: string, { days, maxBytes, largest = mostBytes, now = Date.now }: Limits): KeptAudit {
  const folder = dirname(file)
  const stem = basename(file, '.log')
  const pattern = new RegExp(`^${stem.replaceAll(/[^\w-]/g, '\\$&')}-\\d{8}T\\d{9}Z\\.log(\\.gz)?$`)
  const partsNow = async () => (await readdir(folder)).filter((name) => pattern.test(name)).sort()

  /** The newest stays as it is: another process may still be writing the end of a batch to it. */
  const pack = async () => {
    for (const name of (await partsNow()).slice(0, -1).filter((part) => part.endsWith('.log'))) {
      const path = join(folder, name)
      await pipeline(createReadStream(path), createGzip(), createWriteStream(`${path}.gz.part`, { mode: 0o640 }))
      await rename(`${path}.gz.part`, `${path}.gz`)
      await rm(path)
    }
  }
  const removeOld = async () => {
    const oldest = timeInName(now() - days * dayMs)
    let bytes = 0
    // From the newest on; the name has the time.
    for (const name of (await partsNow()).reverse()) {
      bytes += (await stat(join(folder, name))).size
      if (bytes > maxBytes || name.slice(stem.length + 1) < oldest) await rm(join(folder, name), { force: true })
    }
  }
  // What a run before has left is looked at, too. Parts that stay as they are are parts.
  const keep = () =>
    pack()
      .then(removeOld)
      .catch(() => undefined)
  let keeping = keep()
  /** Of the last one that was put aside: the disk may go by another clock, and then every line would be of another day. */
  let lastDay = -Infinity
  return {
    settled: () => keeping,
    async beforeBatch() {
      // A link or a device is somebody's own doing.
      const found = await lstat(file).catch(() => null)
      const today = dayOf(now())
      const isOver =
        found?.isFile() &&
        found.size > 0 &&
        (found.size >= largest || (dayOf(found.mtimeMs) < today && lastDay < today))
      const part = join(folder, `${stem}-${timeInName(now())}.log`)
      if (!isOver || existsSync(part) || existsSync(`${part}.gz`)) return
      // Where it cannot be renamed it grows on: nothing is lost.
      const isAside = await rename(file, part).then(
        () => true,
        () => false,
      )
      if (!isAside) return
      lastDay = today
      keeping = keeping.then(keep)
    },
  }
}

const timeInName = (time: number) => new Date(time).toISOString().replaceAll(/[-:.]/g, '')
/** In UTC, as the lines have it. */
const dayOf = (time: number) => Math.floor(time / dayMs)
