// What happens around emergencies beside the requests: pages are told, contacts are sent messages, muster points account for people.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { NotifySettings } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { createSenders } from '../../notify/create-senders.ts'
import { createOutbox } from '../../notify/outbox.ts'
import { sayFor } from '../settings/settings-queries.ts'
import type { Publisher } from '../../realtime/publisher.ts'
import { createAnnounceEmergency, type AnnounceEmergency } from './announce-emergency.ts'
import { createAutoAccount } from './auto-account.ts'
import { contactAnswerPath } from './contact-answer-path.ts'
import { announcementOf, recordAnnounced, unannouncedIds } from './emergency-queries.ts'
import { createLinkOutbox } from './link-outbox.ts'
import { nextVersion } from './muster-queries.ts'
import { createRenewEvidence } from './renew-evidence.ts'
import { addToTimeline } from './timeline-queries.ts'

type Options = {
  readonly db: Database
  readonly publisher: Publisher
  readonly notify: NotifySettings
  /** Begins the links in messages. */
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}

export type EmergencyWork = {
  readonly announce: AnnounceEmergency
  /** Whether a mail server is set up. */
  readonly canMail: boolean
  readonly wakeOutbox: () => void
  readonly wakeLinks: () => void
  readonly work: readonly Repeated[]
  /** After the work has stopped. */
  close(): void
}

export function createEmergencyWork({ db, publisher, notify, publicUrl, log }: Options): EmergencyWork {
  const { announce, stop: stopAnnouncing } = createAnnounceEmergency({
    read: (id) => announcementOf(db, id),
    record: (id, version) => recordAnnounced(db, id, version),
    publisher,
    log,
  })
  const senders = createSenders(notify)
  const outbox = createOutbox({
    db,
    senders,
    publicUrl,
    log,
    answerPath: (message) => contactAnswerPath(db, message),
    question: async () => (await sayFor(db))('areYouComing'),
    undeliveredChanges: async (tx, emergencyId) => void (await nextVersion(tx, emergencyId)),
    async tried(emergencyId, sentence) {
      if (sentence !== null)
        await db.transaction().execute(async (tx) => {
          await nextVersion(tx, emergencyId)
          await addToTimeline(tx, { emergencyId, type: 'notified', actor: null, said: sentence })
        })
      announce({ id: emergencyId })
    },
  })
  // A backend that was killed after its commit told nobody.
  const tellPages = repeat({
    name: 'announce-emergencies',
    everyMs: 2000,
    atOnce: true,
    log,
    whileFailing: 'Pages hear of a change of an emergency when they ask.',
    async work() {
      for (const id of await unannouncedIds(db)) announce({ id })
    },
  })
  const linkOutbox = createLinkOutbox({ db, send: senders.links, atOnce: senders.connections, publicUrl, log })
  return {
    announce,
    canMail: senders.links !== null,
    wakeOutbox: () => void outbox.run(),
    wakeLinks: () => void linkOutbox.run(),
    work: [
      tellPages,
      outbox,
      linkOutbox,
      createAutoAccount({ db, announce, log }),
      createRenewEvidence({ db, announce, log }),
    ],
    close() {
      stopAnnouncing()
      senders.close()
    },
  }
}
