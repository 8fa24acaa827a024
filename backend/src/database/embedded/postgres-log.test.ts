// PostgreSQL's words, as it writes them, and the level that each becomes.
import { describe, expect, it } from 'vitest'
import { createPostgresLog, type Level } from './postgres-log.ts'

function heard(...chunks: string[]): string[] {
  const lines: string[] = []
  const at = (level: Level) => (_: object, text: string) => void lines.push(`${level} ${text}`)
  const hear = createPostgresLog({ info: at('info'), warn: at('warn'), error: at('error'), fatal: at('fatal') })
  for (const chunk of chunks) hear(chunk)
  return lines
}

describe('the log of PostgreSQL', () => {
  it('keeps each of its messages at the level it deserves', () => {
    expect(
      heard(
        'LOG:  checkpoint starting: time\nWARNING:  out of disk soon\nERROR:  deadlock detected\n',
        'FATAL:  password authentication failed for user "x"\nPANIC:  could not write to file "pg_wal/1": No space left on device\n',
      ),
    ).toEqual([
      'info checkpoint starting: time',
      'warn out of disk soon',
      'warn deadlock detected',
      'error password authentication failed for user "x"',
      'fatal could not write to file "pg_wal/1": No space left on device',
    ])
  })

  it('puts together what came in pieces, and knows what goes on over lines', () => {
    expect(heard('PANIC:  it is bro', 'ken\n\tin two\n', 'LOG:  next')).toEqual(['fatal it is broken', 'fatal in two'])
  })

  it('is not alarmed by who knocks while it starts or stops', () => {
    expect(
      heard(
        'FATAL:  the database system is starting up\nFATAL:  terminating connection due to administrator command\n',
      ),
    ).toEqual(['info the database system is starting up', 'info terminating connection due to administrator command'])
  })
})
