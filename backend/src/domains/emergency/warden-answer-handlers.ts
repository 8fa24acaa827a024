// Who answers for whom in an emergency, and what wardens say of it: that they are on it, or cannot come and a deputy counts (rules 9).
import type { muster } from '@rollcall/contracts/domains/muster'
import type { EmergencyAnswer } from '@rollcall/contracts/domains/wardens'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { said } from '@rollcall/contracts/sentences'
import type { Context } from '../../http/context.ts'
import { found, refuse } from '../../http/refusal.ts'
import { peopleOf, wardensIn } from '../wardens/warden-queries.ts'
import { wardensAmong, writeAnswer } from './answer-queries.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import type { EmergencyLine } from './emergency-line.ts'
import { findEmergency } from './emergency-queries.ts'
import { refuseOthersEmergency } from './own-emergency.ts'
import { lockActive } from './lock-active.ts'
import { addToTimeline } from './timeline-queries.ts'

type WardenAnswerHandlers = Pick<Handlers<typeof muster, Context>, 'wardens' | 'answerAsWarden'>

type Needs = { announce: AnnounceEmergency; inLine: EmergencyLine }

export function wardenAnswerHandlers({ announce, inLine }: Needs): WardenAnswerHandlers {
  return {
    async wardens({ params: { id }, context }) {
      const { scope } = found(await findEmergency(context.db, id))
      const wardens = await wardensIn(context.db, scope.buildingIds)
      return { wardens, myPersonIds: await peopleOf(context.db, context.user.id) }
    },
    async answerAsWarden({ params: { id }, body: { answer }, context }) {
      await refuseOthersEmergency(context, id)
      const { answers, emergencyId } = await inLine(id, () =>
        context.change(async (tx) => {
          const { id: emergencyId } = await lockActive(tx, id)
          const me = await wardensAmong(tx, emergencyId, await peopleOf(tx, context.user.id))
          // Nobody waits for an answer of somebody who answers for nobody.
          if (me.length === 0) refuse('conflict')
          const answers: EmergencyAnswer[] = []
          for (const { id: personId, name } of me) {
            answers.push(await writeAnswer(tx, emergencyId, { kind: 'warden', id: personId, name, answer }))
            const sentence = said(`warden_${answer}`, { name })
            await addToTimeline(tx, { emergencyId, type: 'answered', actor: name, said: sentence })
          }
          return { reply: { answers, emergencyId }, record: { entityId: emergencyId, after: { answer } } }
        }),
      )
      announce({ id: emergencyId })
      return answers
    },
  }
}
