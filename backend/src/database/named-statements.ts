// Statements that come again and again get a name, under which each connection parses and plans them once: planning costs PostgreSQL
// more than most of our reads (docs/decisions/0071-statements-are-planned-once.md). Put over the pools by connect.ts.
import type { PostgresPool, PostgresPoolClient } from 'kysely'

/** `fromTimes`: what comes less often would only fill memory. `names`: each costs every connection some of it. */
const most = { names: 200, counted: 1000, fromTimes: 5 } as const

/** One statement that reads or writes rows and names its columns: the answer to `*` changes with the table, which a plan must not. */
const isPlain = (text: string) =>
  /^\s*(?:select|insert|update|delete|with)\b/i.test(text) && !/;|(?:select|returning|\.)\s*\*/i.test(text)

/** The statement is not there, is there already, or answers something else than when it was planned: something between us and the
 * database, or a newer version of us beside us. */
const misunderstandings: ReadonlySet<unknown> = new Set(['26000', '42P05', '0A000'])

export type StatementNames = {
  nameOf(text: string): string | undefined
  /** Everything goes without names from now on, if this is what they are to blame for. */
  failed(error: unknown): void
}

export function createStatementNames(): StatementNames {
  const names = new Map<string, string>()
  const times = new Map<string, number>()
  let isGivenUp = false
  return {
    nameOf(text) {
      if (isGivenUp) return undefined
      const name = names.get(text)
      if (name !== undefined || names.size >= most.names) return name
      const count = (times.get(text) ?? 0) + 1
      if (times.size >= most.counted) times.clear()
      times.set(text, count)
      if (count < most.fromTimes || !isPlain(text)) return undefined
      times.delete(text)
      names.set(text, `rollcall_${names.size}`)
      return names.get(text)
    },
    failed(error) {
      if (misunderstandings.has((error as { code?: unknown } | null)?.code)) isGivenUp = true
    },
  }
}

type Named = { readonly text: string; readonly values: readonly unknown[]; readonly name: string }
type Client = { query(statement: Named): Promise<unknown> } & PostgresPoolClient

export function withNames(pool: PostgresPool, names: StatementNames): PostgresPool {
  return {
    async connect() {
      const client = (await pool.connect()) as Client
      const query = (text: string, values: readonly unknown[]) => {
        const name = names.nameOf(text)
        if (name === undefined) return client.query(text, values)
        return client.query({ text, values, name }).catch((error: unknown) => {
          names.failed(error)
          throw error
        })
      }
      return { query: query as PostgresPoolClient['query'], release: () => client.release() }
    },
    end: () => pool.end(),
  }
}
