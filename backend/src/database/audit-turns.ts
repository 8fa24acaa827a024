// Every change takes the head of the audit chain last, alarms too. Ordinary ones stand in a line for it in the backend, so that an urgent
// one finds few of them before it in the database. The line travels with the connection, as the secrets do. Put there by connect.ts,
// taken by http/run-change.ts.
import type { KyselyPlugin } from 'kysely'
import { createTurns, type Turns } from '../turns.ts'
import type { Database } from './schema.ts'

/** Who comes next stands ready: the chain never waits for us. A transaction that is idle for five seconds is ended (connect.ts), so whoever
 * has waited almost that long goes on. */
const [atOnce, mostMs] = [2, 3000]

export class AuditTurns implements KyselyPlugin {
  readonly turns: Turns = createTurns(() => atOnce, mostMs)
  transformQuery: KyselyPlugin['transformQuery'] = ({ node }) => node
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

/** Answers how to leave, after the transaction. On an urgent connection nobody waits. */
export async function auditTurn(db: Database): Promise<() => void> {
  const line = db.getExecutor().plugins.find((plugin) => plugin instanceof AuditTurns)
  return line ? line.turns() : () => undefined
}
