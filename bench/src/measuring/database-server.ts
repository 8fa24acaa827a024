// An embedded PostgreSQL for a measurement, in a folder of its own that goes with it unless it was named.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { startEmbedded } from '@rollcall/backend/database/embedded/launcher'

export type DatabaseServer = { readonly folder: string; readonly url: string; stop(): Promise<void> }

export async function startDatabase(named?: string): Promise<DatabaseServer> {
  const folder = named === undefined ? temporaryFolder() : resolve(named)
  mkdirSync(folder, { recursive: true })
  // As root the database runs as another user, who must be able to enter.
  chmodSync(folder, 0o755)
  const { url, stop } = await startEmbedded({ dataDir: folder, port: 0, say: (line) => console.log(line) })
  return {
    folder,
    url,
    async stop() {
      await stop()
      if (named === undefined) rmSync(folder, { recursive: true, force: true })
    },
  }
}

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'rollcall-bench-'))
