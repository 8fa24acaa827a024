// Personal links by which people answer for themselves, without an account (rules 9). A link lives 24 hours, and answers only
// while the emergency is active; that of a drill which became real answers for the emergency.
import type { LinkView, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { said } from '@rollcall/contracts/sentences'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { newToken, tokenHashOf } from '../../one-time-token.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import type { Decide } from './decide.ts'
import { findEmergency } from './emergency-queries.ts'
import { linkPath } from './link-outbox.ts'
import { findLink, insertLinks, linkLifetimeMs, onRoster } from './link-queries.ts'
import { linkSendingOf, queueLinks } from './link-send-queries.ts'
import { addToTimeline } from './timeline-queries.ts'

type Needs = {
  announce: AnnounceEmergency
  canMail: boolean
  wakeLinks: () => void
  decide: Decide
}
type LinkHandlers = Pick<
  Handlers<typeof muster, Context>,
  'createLinks' | 'sendLinks' | 'linkSending' | 'link' | 'answerLink'
>

export function linkHandlers({ announce, canMail, wakeLinks, decide }: Needs): LinkHandlers {
  return {
    async createLinks({ params: { id: emergencyId }, body, context }) {
      return context.change(async (tx) => {
        const personIds = await activeRosterOnly(tx, emergencyId, body.personIds)
        const expiresAt = new Date(Date.now() + linkLifetimeMs).toISOString()
        const made = personIds.map((personId) => ({ personId, ...newToken() }))
        await insertLinks(
          tx,
          made.map(({ tokenHash, personId }) => ({ tokenHash, personId, emergencyId, expiresAt })),
        )
        const reply = made.map(({ personId, token }) => ({ personId, path: linkPath(token), expiresAt }))
        return { reply, record: { entityId: emergencyId, after: { count: made.length } } }
      })
    },
    async sendLinks({ params: { id: emergencyId }, body: { personIds, again }, context }) {
      const sending = await context.change(async (tx) => {
        const named = await activeRosterOnly(tx, emergencyId, personIds ?? [])
        const { asked, waiting } = await queueLinks(tx, emergencyId, { personIds: personIds ? named : null, again })
        const reply = await linkSendingOf(tx, emergencyId)
        // Asked for before.
        if (asked === 0) return { reply, record: [] }
        const sentence = said('links_mailed', { waiting, count: asked })
        await addToTimeline(tx, { emergencyId, type: 'notified', actor: context.user.displayName, said: sentence })
        return { reply, record: { entityId: emergencyId, after: { asked, waiting, again } } }
      })
      wakeLinks()
      return { ...sending, canMail }
    },
    async linkSending({ params: { id }, context }) {
      found(await findEmergency(context.db, id))
      return { ...(await linkSendingOf(context.db, id)), canMail }
    },
    link: async ({ params, context }) => viewOf(await linkOf(params.token, context)),
    async answerLink({ params, body, context }) {
      const { emergencyId, personId, name: by } = await linkOf(params.token, context)
      const decision = { status: body.status, by, note: null, method: 'link' as const }
      announce(await decide(context, { emergencyId, personId, decision, whenOver: 'conflict' }))
      return viewOf(await linkOf(params.token, context))
    },
  }
}

/** These people once each, all of whom must be on the roster of an emergency that goes on. */
async function activeRosterOnly(
  tx: DatabaseTransaction,
  emergencyId: string,
  personIds: readonly string[],
): Promise<string[]> {
  const event = found(await findEmergency(tx, emergencyId))
  if (event.state === 'resolved') refuse('conflict')
  const unique = [...new Set(personIds)]
  const known = await onRoster(tx, emergencyId, unique)
  if (known.length !== unique.length) refuseField('personIds', 'not_on_roster')
  return unique
}

type HeldLink = LinkView & { emergencyId: string; personId: string }

async function linkOf(token: string, context: Context): Promise<HeldLink> {
  return found(await findLink(context.db, tokenHashOf(token)))
}

function viewOf({ scenario, mode, message, name, status, state, expiresAt }: HeldLink): LinkView {
  return { scenario, mode, message, name, status, state, expiresAt }
}
