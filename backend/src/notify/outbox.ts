// Sends what waits in the outbox: at once after a trigger, again after a failure until half an hour has passed, every attempt
// recorded. Each channel has lanes of its own, for alarms and for the rest: who does not answer holds up nobody else. A message may go
// out twice when the process dies between sending and recording; it is never lost. Made by emergency-work.ts.
import { said, type Said } from '@rollcall/contracts/sentences'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database, DatabaseTransaction } from '../database/schema.ts'
import { createLane, type Lane } from './lane.ts'
import { lanesDue, putBack, recordAttempt, settle, takeDue, type DueIn, type Waiting } from './outbox-queries.ts'
import { pauseAfter } from './retry-schedule.ts'
import type { Attempt, Outgoing, Send } from './sender.ts'

type OutboxOptions = {
  readonly db: Database
  readonly senders: { readonly alarm: Send; readonly ordinary: Send; readonly connections: number }
  /** Begins the links. */
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
  /** Makes the path by which the contact answers; null: nothing is asked. */
  readonly answerPath: (message: Waiting) => Promise<string | null>
  /** What stands before it. */
  readonly question: () => Promise<string>
  /** In the transaction that changes how many messages about an emergency have not arrived. */
  readonly undeliveredChanges: (tx: DatabaseTransaction, emergencyId: string) => Promise<void>
  /** After an attempt; `text`: what the timeline says, once it is delivered or given up. */
  readonly tried: (emergencyId: string, sentence: Said | null) => Promise<void>
}

/** Ordinary messages of one channel at once; few, because nobody waits for them. */
const ordinaryAtOnce = 1

/** Run when there is something new to send. */
export function createOutbox({ db, senders, publicUrl, log, answerPath, question, ...after }: OutboxOptions): Repeated {
  const { undeliveredChanges, tried } = after
  const lanes = new Map<string, Lane>()
  const deliver = async (message: Waiting, send: Send): Promise<void> => {
    const answer = { path: await answerPath(message), question: await question() }
    const attempt = await send(outgoing(message, publicUrl, answer))
    const { id, emergencyId, hasFailed } = message
    const hasArrived = attempt.result !== 'failed'
    const pauseMs = attempt.retry ? pauseAfter(message) : null
    const countChanges = emergencyId !== null && hasArrived === hasFailed
    await db.transaction().execute(async (tx) => {
      // First the emergency, then the message: in the order of whoever ends the emergency, lest they wait for each other.
      if (countChanges) await undeliveredChanges(tx, emergencyId)
      await recordAttempt(tx, message, attempt)
      if (attempt.result !== 'failed') await settle(tx, id, attempt.result, attempt.detail)
      else if (pauseMs === null) await settle(tx, id, 'given_up', attempt.detail)
      else await putBack(tx, id, pauseMs, attempt.detail)
    })
    if (emergencyId === null || (pauseMs !== null && !countChanges)) return
    await tried(emergencyId, pauseMs === null ? timelineText(message, attempt) : null)
  }
  const laneOf = ({ channel, alarm }: DueIn): Lane => {
    const key = `${channel} ${alarm}`
    const send = alarm ? senders.alarm : senders.ordinary
    const lane =
      lanes.get(key) ??
      createLane({
        atOnce: alarm ? senders.connections : ordinaryAtOnce,
        take: (most) => takeDue(db, { channel, alarm }, most),
        deliver: (message) => deliver(message, send),
      })
    lanes.set(key, lane)
    return lane
  }
  const repeated = repeat({
    name: 'send-messages',
    everyMs: 2000,
    log,
    whileFailing: 'Messages wait for the next turn.',
    async work() {
      const filled = await Promise.allSettled((await lanesDue(db)).map((due) => laneOf(due).fill()))
      for (const one of filled) if (one.status === 'rejected') throw one.reason
    },
  })
  return {
    ...repeated,
    async stop() {
      await repeated.stop()
      await Promise.all([...lanes.values()].map((lane) => lane.stop()))
    },
  }
}

/** A call is spoken: nobody can take down an address. */
function outgoing(
  message: Waiting,
  publicUrl: string,
  answer: { readonly path: string | null; readonly question: string },
): Outgoing {
  const { emergencyId, channel, contactName, address, subject, about, text } = message
  const [link, answerLink] = [message.link, answer.path].map((path) => path && `${publicUrl}${path}`)
  // A test asks for nothing else.
  const asks = about === 'test' ? '' : `${answer.question} `
  const parts = [text, link, answerLink && `${asks}${answerLink}`].filter(Boolean)
  const whole = channel === 'voice' ? text : parts.join(channel === 'sms' ? ' ' : '\n')
  return {
    emergencyId,
    channel,
    contactName,
    address,
    subject,
    text: whole,
    link: link ?? null,
    answerLink: answerLink ?? null,
  }
}

function timelineText({ contactName: name, channel, tries }: Waiting, { result, detail }: Attempt): Said {
  const values = { name, channel: said(`channel_${channel}`) }
  if (result === 'sent') return said('message_sent', values)
  if (result === 'dry_run') return said('message_dry_run', values)
  const text = said('message_given_up', { ...values, count: tries })
  return detail ? said('message_detail', { text, detail }) : text
}
