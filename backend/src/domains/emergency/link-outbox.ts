// Mails personal links behind the request: several at once, again with growing pauses for half an hour, and to nobody who was
// accounted for meanwhile (rules 9). The token is made at the moment of sending and kept only as a hash. Made by emergency-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import { createLane } from '../../notify/lane.ts'
import { pauseAfter } from '../../notify/retry-schedule.ts'
import type { Send } from '../../notify/sender.ts'
import { newToken } from '../../one-time-token.ts'
import { sayIn } from '../../texts/say.ts'
import { linkMail } from './link-mail.ts'
import { insertLinks, linkLifetimeMs } from './link-queries.ts'
import { finishLink, retryLink, takeLinksDue, type WaitingLink } from './link-send-queries.ts'

type Options = {
  readonly db: Database
  /** Null: no mail server is set up. */
  readonly send: Send | null
  readonly atOnce: number
  readonly publicUrl: string
  readonly log: FastifyBaseLogger
}

/** Run when somebody has asked for links. */
export function createLinkOutbox({ db, send, atOnce, publicUrl, log }: Options): Repeated {
  const deliver = async (link: WaitingLink): Promise<void> => {
    const { emergencyId, personId, fullName: contactName, email: address } = link
    if (!link.isNeeded) return finishLink(db, link, 'not_needed', null)
    if (address === null) return finishLink(db, link, 'without_address', 'There is no e-mail address.')
    if (send === null) return finishLink(db, link, 'failed', 'No mail server is set up.')
    const { token, tokenHash } = newToken()
    const expiresAt = new Date(Date.now() + linkLifetimeMs).toISOString()
    // Before it is sent: whoever is quick must not find a link that does not work yet.
    await insertLinks(db, [{ tokenHash, personId, emergencyId, expiresAt }])
    const mail = linkMail(sayIn(link.language), link, `${publicUrl}${linkPath(token)}`)
    const attempt = await send({
      ...mail,
      emergencyId,
      contactName,
      address,
      channel: 'email',
      link: null,
      answerLink: null,
    })
    if (attempt.result === 'sent') return finishLink(db, link, 'sent', null)
    const pauseMs = attempt.retry ? pauseAfter(link) : null
    if (pauseMs === null) await finishLink(db, link, 'failed', attempt.detail)
    else await retryLink(db, link, pauseMs, attempt.detail)
  }
  const lane = createLane({ atOnce, take: (most) => takeLinksDue(db, most), deliver })
  const repeated = repeat({
    name: 'send-links',
    everyMs: 2000,
    work: () => lane.fill(),
    log,
    whileFailing: 'Personal links wait for the next turn.',
  })
  return {
    ...repeated,
    async stop() {
      await repeated.stop()
      await lane.stop()
    },
  }
}

/** Of the page behind a link. */
export const linkPath = (token: string) => `/muster-link/${token}`
