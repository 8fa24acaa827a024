// Notes and lessons in the after-action report: written when it is over, or while it goes on; never over what somebody else wrote
// meanwhile (rules 8 and 9).
import type { reviews } from '@rollcall/contracts/domains/reviews'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { lockEmergency } from './emergency-queries.ts'
import { findReview, writeReview } from './review-queries.ts'

export const reviewHandlers: Handlers<typeof reviews, Context> = {
  change: ({ params: { id }, body, context }) =>
    context.change(async (tx) => {
      await lockEmergency(tx, id)
      const before = found(await findReview(tx, id))
      context.refuseIfChanged(before)
      const { notes = before.notes, lessons = before.lessons } = body
      await writeReview(tx, id, { notes, lessons, changedBy: context.user.displayName })
      const after = found(await findReview(tx, id))
      return { reply: after, record: { entityId: id, before, after } }
    }),
}
