// What happens around emergencies beside the requests: pages are told, contacts are sent messages, muster points account for people.
import type { FastifyBaseLogger } from 'fastify'
import type { Repeated } from '../../background/repeat.ts'
import type { NotifySettings } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { createSenders } from '../../notify/create-senders.ts'
import { createOutbox } from '../../notify/outbox.ts'
import type { Send } from '../../notify/sender.ts'
import type { Publisher } from '../../realtime/publisher.ts'
import { createAnnounceEmergency, type AnnounceEmergency } from './announce-emergency.ts'
import { createAutoAccount } from './auto-account.ts'
import { findEmergency } from './emergency-queries.ts'
import type { ReceiversHearing } from './muster-queries.ts'
import { addToTimeline } from './timeline-queries.ts'

type Options = {
  readonly db: Database
  readonly publisher: Publisher
  readonly notify: NotifySettings
  readonly receiversHearing: ReceiversHearing
  readonly log: FastifyBaseLogger
}

export type EmergencyWork = {
  readonly announce: AnnounceEmergency
  readonly send: Send
  readonly wakeOutbox: () => void
  readonly work: readonly Repeated[]
  /** After the work has stopped. */
  close(): void
}

export function createEmergencyWork({ db, publisher, notify, receiversHearing, log }: Options): EmergencyWork {
  const announce = createAnnounceEmergency(publisher)
  const senders = createSenders(notify)
  const outbox = createOutbox({
    db,
    log,
    send: senders.send,
    async settled({ emergencyId, text }) {
      await addToTimeline(db, { emergencyId, type: 'notified', actor: null, text })
      const event = await findEmergency(db, emergencyId)
      if (event) announce(event)
    },
  })
  return {
    announce,
    send: senders.send,
    wakeOutbox: () => void outbox.run(),
    work: [outbox, createAutoAccount({ db, announce, receiversHearing, log })],
    close: senders.close,
  }
}
