// The secrets of the audit chain travel with the connection, into every transaction made of it: whatever changes something can then
// write its record, and nobody between must hand them on. They never reach the database. Put there by connect.ts, read by src/audit.
import type { KyselyPlugin } from 'kysely'
import type { Database } from './schema.ts'

export class AuditSecrets implements KyselyPlugin {
  readonly secrets: readonly string[]
  constructor(secrets: readonly string[]) {
    this.secrets = secrets
  }
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

/** The first writes, all verify; none: the settings name none. */
export function auditSecretsOf(db: Database): readonly string[] {
  return db.getExecutor().plugins.find((plugin) => plugin instanceof AuditSecrets)?.secrets ?? []
}
