// Mails links to choose a new password, behind the request (docs/accounts.md), so that an address without an account takes as long to
// answer as one with. The token is made at the moment of sending and kept only as a hash. Made by server.ts.
import type { FastifyBaseLogger } from 'fastify'
import { systemOrigin } from '../../audit/audit-entry.ts'
import { writeAudit } from '../../audit/write-audit.ts'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { NotifySettings } from '../../config.ts'
import type { Database } from '../../database/schema.ts'
import { createLane } from '../../notify/lane.ts'
import { pauseAfter } from '../../notify/retry-schedule.ts'
import { createSmtpSender } from '../../notify/smtp-sender.ts'
import { newToken } from '../../one-time-token.ts'
import type { Say } from '../../texts/say.ts'
import { sayFor } from '../settings/settings-queries.ts'
import {
  finishRequest,
  forgetfulBy,
  insertPasswordLink,
  takeRequestsDue,
  type Forgetful,
  type PasswordRequest,
} from '../../auth/password-link-queries.ts'

type Options = { db: Database; notify: NotifySettings; publicUrl: string; log: FastifyBaseLogger }

export type PasswordMail = {
  /** Whether a mail server is set up. */
  readonly byMail: boolean
  readonly work: Repeated
  close(): void
}

export function createPasswordMail({ db, notify, publicUrl, log }: Options): PasswordMail {
  const { smtpUrl: url, from } = notify
  const smtp = url === null ? null : createSmtpSender({ url, from, connections: 1, urgent: false })
  const deliver = async (request: PasswordRequest): Promise<void> => {
    const account = await forgetfulBy(db, request.address)
    if (!account || !smtp) return finishRequest(db, request.id, null)
    const { token, tokenHash } = newToken()
    await db.transaction().execute(async (tx) => {
      await insertPasswordLink(tx, account.id, tokenHash)
      await writeAudit(tx, systemOrigin, [{ action: 'auth.sendPasswordLink', resource: 'users', entityId: account.id }])
    })
    const to = { channel: 'email' as const, contactName: account.displayName, address: account.email }
    const none = { emergencyId: null, link: null, answerLink: null }
    const mail = passwordLinkMail(await sayFor(db), account, `${publicUrl}${linkPath(token)}`)
    const attempt = await smtp.send({ ...none, ...to, ...mail })
    const pauseMs = attempt.retry ? pauseAfter({ tries: request.tries, firstTriedAt: request.at }) : null
    if (attempt.result !== 'sent')
      log.warn(
        { code: 'password_link_not_sent', detail: attempt.detail },
        'A link to choose a new password was not sent.',
      )
    await finishRequest(db, request.id, attempt.result === 'sent' ? null : pauseMs)
  }
  const lane = createLane({ atOnce: 2, take: (most) => takeRequestsDue(db, most), deliver })
  const repeated = repeat({
    name: 'send-password-links',
    everyMs: 2000,
    work: () => lane.fill(),
    log,
    whileFailing: 'Links to choose a new password wait for the next turn.',
  })
  const stop = async () => {
    await repeated.stop()
    await lane.stop()
  }
  return { byMail: smtp !== null, work: { ...repeated, stop }, close: () => smtp?.close() }
}

/** Behind the #: no server on the way sees the token. */
const linkPath = (token: string) => `/reset-password#${token}`

function passwordLinkMail(say: Say, { displayName: name, email }: Forgetful, address: string) {
  const lines = [say('passwordAsked', { name, email }), '', address, '', say('passwordOnce')]
  return { subject: say('passwordSubject'), text: lines.join('\n') }
}
