// Keeps the connections of alarms open, also after the database was away: an alarm never waits for one (rules 9). Started by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from './background/repeat.ts'
import type { Connection } from './database/connect.ts'

export function keepUrgentOpen(connection: Pick<Connection, 'openUrgent'>, log: FastifyBaseLogger): Repeated {
  return repeat({
    name: 'keep-urgent-connections',
    everyMs: 5000,
    work: () => connection.openUrgent(),
    log,
    whileFailing: 'An alarm may have to wait for a connection to the database.',
  })
}
