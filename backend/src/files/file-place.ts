// Where bytes lie under a name: the database (file-store.ts) or a bucket (bucket.ts). The same name always has the same bytes.
export type FilePlace = {
  put(name: string, bytes: Uint8Array): Promise<void>
  /** Null: there is none of that name. */
  read(name: string): Promise<Buffer | null>
  remove(name: string): Promise<void>
}
