// Takes a chain from before there was a key under the key: its own record, which is keyed, holds the hash of everything before it.
// Called when the database is prepared (open-database.ts).
import { auditSecretsOf } from '../database/audit-secrets.ts'
import type { Database } from '../database/schema.ts'
import { systemOrigin } from './audit-entry.ts'
import { auditHead, lockAuditHead } from './audit-queries.ts'
import { writeAudit } from './write-audit.ts'

/** Answers whether there was anything to seal. */
export async function sealChain(db: Database): Promise<boolean> {
  if (auditSecretsOf(db).length === 0 || isSealed(await auditHead(db))) return false
  return db.transaction().execute(async (tx) => {
    // Two backends may start at once.
    if (isSealed(await lockAuditHead(tx))) return false
    await writeAudit(tx, systemOrigin, [{ action: 'audit.keyed', resource: 'audit_log' }])
    return true
  })
}

const isSealed = ({ seq, seal }: { seq: number; seal: string | null }) => seq === 0 || seal !== null
