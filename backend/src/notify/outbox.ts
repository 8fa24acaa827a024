// Sends what waits in the outbox: at once after a trigger, again after a failure, three times at most, every attempt recorded.
// A message may go out twice when the process dies between sending and recording; it is never lost. Started by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import { putBack, recordAttempt, takeDue, takeOut, type Waiting } from './outbox-queries.ts'
import type { Send } from './sender.ts'

export type Outbox = {
  /** There is something new to send. */
  wake(): void
  stop(): Promise<void>
}

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
const lookEveryMs = 2000

export function createOutbox({ db, send, log, settled }: OutboxOptions): Outbox {
  let running: Promise<void> | null = null
  let again = false
  let stopped = false

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
  const drain = async (): Promise<void> => {
    again = false
    const messages = await takeDue(db, atOnce)
    await Promise.all(messages.map(deliver))
    // More may wait than were taken, and more may have come meanwhile.
    if ((again || messages.length === atOnce) && !stopped) await drain()
  }
  const wake = () => {
    again = true
    if (stopped) return
    running ??= drain()
      .catch((error: unknown) => log.warn({ err: error, code: 'outbox_failed' }, 'Messages wait for the next turn.'))
      .finally(() => (running = null))
  }
  const timer = setInterval(wake, lookEveryMs)
  timer.unref()
  return {
    wake,
    async stop() {
      stopped = true
      clearInterval(timer)
      await running
    },
  }
}
