// Position history, who was there when, and where people spent their time (spec 4.2 Positions).
import type { positions } from '@rollcall/contracts/domains/positions'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { findFloor } from '../floors/floor-queries.ts'
import { positionHistory } from './history-queries.ts'
import { heatOfFloor, presenceOnFloor } from './kept-history-queries.ts'

export const positionHandlers: Handlers<typeof positions, Context> = {
  async history({ query, context }) {
    if (query.from >= query.to) refuseField('to', 'to_before_from')
    return positionHistory(context.db, query)
  },
  async presence({ query, context }) {
    if (query.from >= query.to) refuseField('to', 'to_before_from')
    return { transmitters: await presenceOnFloor(context.db, query) }
  },
  async heat({ query, context }) {
    if (query.from >= query.to) refuseField('to', 'to_before_from')
    const { widthM, heightM } = found(await findFloor(context.db, query.floorId))
    const cellM = Math.max(1, Math.ceil(Math.sqrt((widthM * heightM) / mostHeatCells)))
    const cells = await heatOfFloor(context.db, query, cellM)
    const inside = cells.filter(({ x, y }) => x >= 0 && y >= 0 && x * cellM < widthM && y * cellM < heightM)
    return { cellM, cells: inside.map(({ x, y, minutes }) => [x, y, Math.round(minutes * 10) / 10] as const) }
  },
}

/** Of a reply; on floors with more square metres the cells are larger. */
const mostHeatCells = 40_000
