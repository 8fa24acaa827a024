// Uploaded files (plans, photos) under DATA_DIR. Names are made by us, never taken from an upload. Used by floors and personnel.
import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export type FileStore = {
  /** Answers the name to keep in the database. A new upload gets a new name, so that caches never show an old picture. */
  save(folder: 'plans' | 'photos', bytes: Uint8Array): Promise<string>
  read(name: string): Promise<Buffer>
  /** Missing is fine: what counts is that it is gone. */
  remove(name: string | null): Promise<void>
}

export function createFileStore(dataDir: string): FileStore {
  const root = join(dataDir, 'files')
  return {
    async save(folder, bytes) {
      await mkdir(join(root, folder), { recursive: true })
      const name = `${folder}/${randomUUID()}`
      // Written beside and renamed: a reader never sees half a file.
      await writeFile(join(root, `${name}.part`), bytes)
      await rename(join(root, `${name}.part`), join(root, name))
      return name
    },
    read: (name) => readFile(join(root, safe(name))),
    async remove(name) {
      if (name !== null) await rm(join(root, safe(name)), { force: true })
    },
  }
}

function safe(name: string): string {
  if (!/^(?:plans|photos)\/[0-9a-f-]{36}$/.test(name)) throw new Error('Not a name of this store')
  return name
}
