// Push notifications, put together once: the outbox that sends them, and what the rows need of it. Called by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { createPushOutbox } from '../../notify/push-outbox.ts'
import { createSeal } from '../../seal.ts'
import { pushMessageOf } from './push-message.ts'

/** `db`: ordinary connections, so that no alarm waits. */
export function createPush({ db, config, log }: { db: Database; config: Config; log: FastifyBaseLogger }) {
  const { work: pushWork, publicKey: pushKey } = createPushOutbox({
    db,
    seal: createSeal(config.sealSecrets, 'push keys'),
    subject: `mailto:${config.notify.from}`,
    messageOf: (waiting) => pushMessageOf(db, waiting),
    log,
  })
  return { pushWork, pushKey, pushServices: config.pushServices }
}
