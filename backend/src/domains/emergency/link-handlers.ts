// Personal links by which people answer for themselves, without an account (rules 9). A link lives 24 hours, and answers only
// while the emergency is active.
import type { LinkView, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import type { Send } from '../../notify/sender.ts'
import { newToken, tokenHashOf } from '../../one-time-token.ts'
import { accountOne } from './account-one.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { findEmergency, lockEmergency } from './emergency-queries.ts'
import { findLink, insertLinks, peopleForLinks } from './link-queries.ts'
import type { ReceiversHearing } from './muster-queries.ts'

const lifetimeMs = 24 * 3_600_000

type Needs = { announce: AnnounceEmergency; send: Send; publicUrl: string; receiversHearing: ReceiversHearing }
type LinkHandlers = Pick<
  Handlers<typeof muster, Context>,
  'createLinks' | 'sendLinks' | 'linkSending' | 'link' | 'answerLink'
>

export function linkHandlers({ announce, receiversHearing }: Needs): LinkHandlers {
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
        const after = { count: made.length }
        return {
          reply: made,
          record: { entityId: emergencyId, after },
        }
      })
      return links.map(({ personId, token, expiresAt }) => ({ personId, path: pathOf(token), expiresAt }))
    },
    sendLinks: async () => refuse('not_found'),
    linkSending: async () => refuse('not_found'),
    link: async ({ params, context }) => viewOf(await linkOf(params.token, context)),
    async answerLink({ params, body, context }) {
      const { emergencyId, personId, name } = await linkOf(params.token, context)
      const changed = await context.change(async (tx) => {
        await lockEmergency(tx, emergencyId)
        const now = found(await findLink(tx, tokenHashOf(params.token)))
        if (now.state === 'resolved') refuse('conflict')
        if (now.status === body.status) return { reply: false, record: [] }
        const decision = { status: body.status, by: name, note: null, method: 'link' as const }
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
