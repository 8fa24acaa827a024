// After every copy of the database's files: brings it to life in a scratch folder, verifies the audit chain there, and removes it again.
import { mkdtemp, rm, chmod } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyChain } from '../audit/verify-audit.ts'
import { connect } from '../database/connect.ts'
import { walFolder } from '../database/embedded/archive.ts'
import { startEmbedded } from '../database/embedded/launcher.ts'
import { recoverCluster } from '../database/embedded/recover.ts'
import { copyName, type BaseCopy } from './base-copy.ts'

export async function checkBaseCopy(copy: BaseCopy, backups: string): Promise<void> {
  const dataDir = await mkdtemp(join(backups, 'check-'))
  await chmod(dataDir, 0o755)
  try {
    const wal = walFolder(backups, copy.systemId)
    await recoverCluster({ dataDir, copy: fileOf(copy), wal, until: null, archiveTo: null })
    const database = await startEmbedded({ dataDir, port: 0, say: () => undefined, durable: false })
    try {
      const connection = connect({ url: database.url, poolSize: 2 })
      const { broken } = await verifyChain(connection.db).finally(() => connection.close())
      if (broken) throw new Error(`Record ${broken.seq} of the audit log in this copy was ${broken.reason}.`)
    } finally {
      await database.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

export const fileOf = ({ folder, sha256, label }: BaseCopy) => ({ file: join(folder, copyName), sha256, label })
