// Asks the database whether it is there: the only place of this room that touches it (spec 1.2). One question at a time, its
// answer good for a second, so that a thousand health checks are one query.
import { Pool } from 'pg'

export type DatabaseCheck = { readonly isAlive: () => Promise<boolean>; readonly close: () => Promise<void> }

/** Milliseconds. */
const goodForMs = 1000

/** `withinMs`: until the answer is there; the last quarter is for getting it to the caller. */
export function createDatabaseCheck(databaseUrl: string | null, withinMs: number): DatabaseCheck {
  const deadlineMs = withinMs * 0.75
  if (databaseUrl === null) return { isAlive: () => Promise.resolve(false), close: () => Promise.resolve() }
  const pool = new Pool({
    connectionString: databaseUrl,
    max: 1,
    connectionTimeoutMillis: deadlineMs,
    query_timeout: deadlineMs,
    application_name: 'rollcall-web-health',
  })
  // A connection that breaks while idle is replaced at the next question.
  pool.on('error', () => undefined)
  let asked: { at: number; answer: Promise<boolean> } | null = null

  const ask = async () => {
    const timedOut = new Promise<boolean>((resolve) => setTimeout(resolve, deadlineMs, false).unref())
    const answered = pool.query('SELECT 1').then(
      () => true,
      () => false,
    )
    return Promise.race([answered, timedOut])
  }
  return {
    isAlive: () => {
      if (asked === null || performance.now() - asked.at > goodForMs) asked = { at: performance.now(), answer: ask() }
      return asked.answer
    },
    close: () => pool.end(),
  }
}
