// Sends what waits in the outbox: at once after a trigger, again after a failure, three times at most, every attempt recorded.
// A message may go out twice when the process dies between sending and recording; it is never lost. Made by emergency-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { putBack, recordAttempt, takeDue, takeOut, type Waiting } from './outbox-queries.ts'
import type { Send } from './sender.ts'

type Settled = { emergencyId: string; text: string }
type OutboxOptions = {
  readonly db: Database
  readonly send: Send
  readonly log: FastifyBaseLogger
  /** Called when a message was delivered or given up. */
  readonly settled: (what: Settled) => Promise<void>
}

const atOnce = 10
const retryAfterMs: readonly number[] = [1000, 5000]

/** Run when there is something new to send. */
export function createOutbox({ db, send, log, settled }: OutboxOptions): Repeated {
  const deliver = async (message: Waiting): Promise<void> => {
    const attempt = await send(message)
    const delay = attempt.retry ? retryAfterMs[message.tries - 1] : undefined
    await db.transaction().execute(async (tx) => {
      await recordAttempt(tx, message, message.contactId, attempt)
      await (delay === undefined ? takeOut(tx, message.id) : putBack(tx, message.id, delay))
    })
    if (delay !== undefined || message.emergencyId === null) return
    const how = { sent: 'sent', failed: 'failed', dry_run: 'not sent (dry run)' }[attempt.result]
    await settled({ emergencyId: message.emergencyId, text: `${message.contactName}: ${message.channel} ${how}.` })
  }
  return repeat({
    name: 'send-messages',
    everyMs: 2000,
    log,
    whileFailing: 'Messages wait for the next turn.',
    async work(stopping) {
      // More may wait than are taken at once.
      let messages: Waiting[]
      do {
        messages = await takeDue(db, atOnce)
        await Promise.all(messages.map(deliver))
      } while (messages.length === atOnce && !stopping.aborted)
    },
  })
}
