// Contacts answer by the link in a message, without an account: that a test reached them, that they are on their way, or that they
// cannot come (rules 9). The link of a drill which became real answers for the emergency.
import type { ContactLinkView, contacts } from '@rollcall/contracts/domains/contacts'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { said } from '@rollcall/contracts/sentences'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { tokenHashOf } from '../../one-time-token.ts'
import { findContactLink, noteContactAnswered, writeAnswer } from './answer-queries.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import type { EmergencyLine } from './emergency-line.ts'
import { lockActive } from './lock-active.ts'
import { addToTimeline } from './timeline-queries.ts'

type ContactLinkHandlers = Pick<Handlers<typeof contacts, Context>, 'link' | 'answerLink'>

type Needs = { announce: AnnounceEmergency; inLine: EmergencyLine }

export function contactLinkHandlers({ announce, inLine }: Needs): ContactLinkHandlers {
  return {
    link: async ({ params: { token }, context }) => viewOf(await linkOf(context.db, token)),
    async answerLink({ params: { token }, body: { answer }, context }) {
      const write = () =>
        context.change(async (tx) => {
          const link = await linkOf(tx, token)
          if ((link.emergency === null) !== (answer === 'received')) refuseField('answer', 'not_asked')
          const record = { entityId: link.contactId, after: { answer } }
          if (answer === 'received') {
            // The second of two taps.
            if (link.answer !== null) return { reply: null, record: [] }
            await noteContactAnswered(tx, link)
            return { reply: null, record }
          }
          const event = await lockActive(tx, link.emergencyId ?? '')
          const now = await linkOf(tx, token)
          if (now.emergencyId !== event.id) refuse('conflict')
          if (now.answer === answer) return { reply: null, record: [] }
          await noteContactAnswered(tx, link)
          await writeAnswer(tx, event.id, { kind: 'contact', id: link.contactId, name: link.name, answer })
          const sentence = said(`contact_${answer}`, { name: link.name })
          await addToTimeline(tx, { emergencyId: event.id, type: 'answered', actor: link.name, said: sentence })
          return { reply: event.id, record }
        })
      const { emergencyId } = await linkOf(context.db, token)
      const answered = await (emergencyId === null ? write() : inLine(emergencyId, write))
      if (answered !== null) announce({ id: answered })
      return viewOf(await linkOf(context.db, token))
    },
  }
}

async function linkOf(db: Context['db'] | DatabaseTransaction, token: string) {
  return found(await findContactLink(db, tokenHashOf(token)))
}

function viewOf({ name, emergency, answer, answeredAt }: ContactLinkView): ContactLinkView {
  return { name, emergency, answer, answeredAt }
}
