// Brings files from where they lay before to where they lie now: from DATA_DIR (before they were in the database), and from the database
// when a bucket was set. One at a time, each removed only after it is safe at its new place. Started by main.ts at every start; what it
// does not finish goes on at the next.
import { readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import { readStoredFile, removeFile, storedNames } from './file-queries.ts'
import type { FilePlace } from './file-place.ts'
import { isFileName } from './file-store.ts'

type Needs = {
  readonly dataDir: string
  readonly db: Database
  readonly to: FilePlace
  /** Whether `to` is a bucket. */
  readonly fromDatabase: boolean
  readonly log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

export type MovingFiles = {
  readonly finished: Promise<void>
  /** After the file at hand. */
  stop(): Promise<void>
}

export function moveFiles({ dataDir, db, to, fromDatabase, log }: Needs): MovingFiles {
  let stopped = false
  const moveAll = async (names: readonly string[], read: FilePlace['read'], remove: FilePlace['remove']) => {
    let moved = 0
    for (const name of names) {
      if (stopped) break
      const bytes = await read(name)
      // Another backend on the same folder was quicker.
      if (bytes === null) continue
      await to.put(name, bytes)
      await remove(name)
      moved++
    }
    return moved
  }
  const work = async () => {
    const root = join(dataDir, 'files')
    let moved = 0
    for (const folder of ['plans', 'photos']) {
      const names = (await namesIn(root, folder)).map((file) => `${folder}/${file}`).filter(isFileName)
      moved += await moveAll(
        names,
        (name) => orNull(readFile(join(root, name))),
        (name) => rm(join(root, name), { force: true }),
      )
      // Only when nothing else is in it.
      await rmdir(join(root, folder)).catch(() => undefined)
    }
    await rmdir(root).catch(() => undefined)
    if (fromDatabase)
      moved += await moveAll(
        await storedNames(db),
        (name) => readStoredFile(db, name),
        (name) => removeFile(db, name),
      )
    if (moved > 0) log.info({ moved }, 'plans and photos were moved to where they are kept now')
  }
  const finished = work().catch((error: unknown) => {
    log.error(
      { err: error },
      'Not all plans and photos could be moved; the others stay where they are until the next start.',
    )
  })
  return {
    finished,
    async stop() {
      stopped = true
      await finished
    },
  }
}

async function namesIn(root: string, folder: string): Promise<string[]> {
  return (await orNull(readdir(join(root, folder)))) ?? []
}

async function orNull<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
