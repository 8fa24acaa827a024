// Uploaded files (plans, photos): in the database, or in an S3-compatible bucket when one is set; every backend sees the same ones.
// Names are made by us, never taken from an upload. Used by floors and personnel. Why so: docs/decisions/0036-files-and-shared-answers.md.
import { randomUUID } from 'node:crypto'
import type { Database } from '../database/schema.ts'
import { createBucket, type BucketSettings } from './bucket.ts'
import type { FilePlace } from './file-place.ts'
import { putFile, readStoredFile, removeFile } from './file-queries.ts'

export type FileStore = {
  /** Answers the name to keep in the database. A new upload gets a new name, so that caches never show an old picture. */
  save(folder: 'plans' | 'photos', bytes: Uint8Array): Promise<string>
  /** Null: there is none of that name. */
  read(name: string): Promise<Buffer | null>
  /** Missing is fine: what counts is that it is gone. */
  remove(name: string | null): Promise<void>
}

export function createFileStore(place: FilePlace): FileStore {
  return {
    async save(folder, bytes) {
      const name = `${folder}/${randomUUID()}`
      await place.put(name, bytes)
      return name
    },
    read: async (name) => (isFileName(name) ? place.read(name) : null),
    async remove(name) {
      if (name !== null && isFileName(name)) await place.remove(name)
    },
  }
}

export function choosePlace(db: Database, bucket: BucketSettings | null): FilePlace {
  return bucket ? createBucket(bucket) : databasePlace(db)
}

export function databasePlace(db: Database): FilePlace {
  return {
    put: (name, bytes) => putFile(db, name, bytes),
    read: (name) => readStoredFile(db, name),
    remove: (name) => removeFile(db, name),
  }
}

export function isFileName(name: string): boolean {
  return /^(?:plans|photos)\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)
}
