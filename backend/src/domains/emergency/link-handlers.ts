// Personal links by which people answer for themselves, without an account (rules 9). A link lives 24 hours, and answers only
// while the emergency is active.
import type { LinkView, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { recordAttempt } from '../../notify/outbox-queries.ts'
import type { Send } from '../../notify/sender.ts'
import { newToken, tokenHashOf } from '../../one-time-token.ts'
import { accountOne } from './account-one.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { findEmergency, lockEmergency } from './emergency-queries.ts'
import { findLink, insertLinks, peopleForLinks } from './link-queries.ts'
import type { ReceiversHearing } from './muster-queries.ts'

const lifetimeMs = 24 * 3_600_000
/** Mails under way at once. */
const mailsAtOnce = 5

type Needs = { announce: AnnounceEmergency; send: Send; publicUrl: string; receiversHearing: ReceiversHearing }
type LinkHandlers = Pick<Handlers<typeof muster, Context>, 'createLinks' | 'link' | 'answerLink'>

export function linkHandlers({ announce, send, publicUrl, receiversHearing }: Needs): LinkHandlers {
  return {
    async createLinks({ params: { id: emergencyId }, body, context }) {
      const links = await context.change(async (tx) => {
        const event = found(await findEmergency(tx, emergencyId))
        if (event.state === 'resolved') refuse('conflict')
        const personIds = [...new Set(body.personIds)]
        const people = await peopleForLinks(tx, emergencyId, personIds)
        if (people.length !== personIds.length) refuseField('personIds', 'Names somebody who is not on the roster')
        const expiresAt = new Date(Date.now() + lifetimeMs).toISOString()
        const made = people.map((person) => ({ ...person, ...newToken(), expiresAt, emergencyId }))
        await insertLinks(
          tx,
          made.map(({ tokenHash, personId }) => ({ tokenHash, personId, emergencyId, expiresAt })),
        )
        const after = { count: made.length, send: body.send }
        return {
          reply: made,
          record: { entityId: emergencyId, after },
        }
      })
      const sent = body.send ? await mailAll(links, { context, send, publicUrl }) : new Set<string>()
      return links.map(({ personId, token, expiresAt }) => ({
        personId,
        path: pathOf(token),
        expiresAt,
        sent: sent.has(personId),
      }))
    },
    link: async ({ params, context }) => viewOf(await linkOf(params.token, context)),
    async answerLink({ params, query, context }) {
      const { emergencyId, personId, name } = await linkOf(params.token, context)
      const changed = await context.change(async (tx) => {
        await lockEmergency(tx, emergencyId)
        const now = found(await findLink(tx, tokenHashOf(params.token)))
        if (now.state === 'resolved') refuse('conflict')
        if (now.status === query.status) return { reply: false, record: [] }
        const decision = { status: query.status, by: name, note: null, method: 'link' as const }
        return { reply: true, record: await accountOne(tx, emergencyId, personId, decision, receiversHearing) }
      })
      if (changed) announce(found(await findEmergency(context.db, emergencyId)))
      return viewOf(await linkOf(params.token, context))
    },
  }
}

type HeldLink = z.input<typeof LinkView> & { emergencyId: string; personId: string; state: string }

async function linkOf(token: string, context: Context): Promise<HeldLink> {
  return found(await findLink(context.db, tokenHashOf(token)))
}

function viewOf({ scenario, mode, message, name, status, expiresAt }: HeldLink) {
  return { scenario, mode, message, name, status, expiresAt }
}

const pathOf = (token: string) => `/muster-link/${token}`

type Link = { personId: string; fullName: string; email: string | null; token: string; emergencyId: string }
type Mailing = { context: Context; send: Send; publicUrl: string }

/** Not through the outbox, which would keep the token in plain text. Answers who was sent one. */
async function mailAll(links: readonly Link[], { context, send, publicUrl }: Mailing): Promise<Set<string>> {
  const sent = new Set<string>()
  const mail = async (link: Link) => {
    const message = {
      emergencyId: link.emergencyId,
      channel: 'email' as const,
      contactName: link.fullName,
      address: link.email,
      subject: 'Are you safe?',
      text: `${link.fullName}, please say whether you are safe:\n${publicUrl}${pathOf(link.token)}`,
    }
    const attempt = await send(message)
    if (attempt.result === 'sent') sent.add(link.personId)
    await recordAttempt(context.db, message, null, attempt)
  }
  for (let start = 0; start < links.length; start += mailsAtOnce)
    await Promise.all(links.slice(start, start + mailsAtOnce).map(mail))
  return sent
}
