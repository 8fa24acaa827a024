// PostgreSQL's own log as lines of ours: what it says on its error output, one entry each, at the level that its words deserve. Called by
// launcher.ts; kept with the log of the process that runs the database.

export type Level = 'info' | 'warn' | 'error' | 'fatal'
export type PostgresLog = Readonly<Record<Level, (fields: object, text: string) => void>>

/** An ERROR is one statement that was refused, which whoever sent it hears of, too. */
const levels: Readonly<Record<string, Level>> = { WARNING: 'warn', ERROR: 'warn', FATAL: 'error', PANIC: 'fatal' }
/** What it says to everybody who knocks while it starts or stops. */
const usual = /the database system is (?:starting up|shutting down|not yet accepting)|due to administrator command/

/** Takes the output as it comes, cut anywhere. */
export function createPostgresLog(log: PostgresLog): (text: string) => void {
  let rest = ''
  let level: Level = 'info'
  return (text) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const [, severity, said = line] = /^([A-Z]+): {1,2}(.*)$/.exec(line) ?? []
      // A line without its own severity goes on with the one before.
      if (severity) level = usual.test(said) ? 'info' : (levels[severity] ?? 'info')
      if (said.trim()) log[level]({ code: 'postgres' }, said.trim())
    }
  }
}
