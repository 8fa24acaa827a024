// Position history and who was there when (spec 4.2 Positions).
import type { positions } from '@rollcall/contracts/domains/positions'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { refuseField } from '../../http/refusal.ts'
import { positionHistory, presenceOnFloor } from './history-queries.ts'

export const positionHandlers: Handlers<typeof positions, Context> = {
  async history({ query, context }) {
    if (query.from >= query.to) refuseField('to', 'Must be after the beginning')
    return positionHistory(context.db, query)
  },
  async presence({ query, context }) {
    if (query.from >= query.to) refuseField('to', 'Must be after the beginning')
    return { transmitters: await presenceOnFloor(context.db, query) }
  },
}
