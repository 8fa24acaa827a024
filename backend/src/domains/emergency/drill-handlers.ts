// Planned drills: listed with what became of them, planned, moved, called off (rules 9). On the page Planned drills.
import type { drills, PlannedDrill } from '@rollcall/contracts/domains/drills'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Context } from '../../http/context.ts'
import { refuseField } from '../../http/refusal.ts'
import { resource, type Work } from '../resource.ts'
import { allBuildingsExist } from './contact-queries.ts'
import { findDrill, knownContacts, listDrills } from './drill-queries.ts'
import { tellOfDrill } from './drill-reminders.ts'

type Fields = {
  buildingId?: string | undefined
  plannedAt?: string | undefined
  scenario?: PlannedDrill['scenario'] | undefined
  contactIds?: string[] | undefined
  remindHours?: number | undefined
  note?: string | undefined
}

const drill = resource({
  table: 'plannedDrills',
  find: findDrill,
  insert: async (body: Fields & Pick<PlannedDrill, 'buildingId' | 'plannedAt' | 'scenario'>, work) => {
    refusePast(body.plannedAt)
    return withKnownIds(body, work)
  },
  update: async (body: Fields, work, before: PlannedDrill) => {
    if (body.plannedAt !== undefined && body.plannedAt !== before.plannedAt) refusePast(body.plannedAt)
    const isMoved = body.plannedAt !== undefined && body.plannedAt !== before.plannedAt
    return { ...(await withKnownIds(body, work)), ...(isMoved && { remindedAt: null }) }
  },
  async written(before, after, { tx }) {
    if (!before?.remindedAt || before.state !== 'planned') return
    if (after === null) await tellOfDrill(tx, 'called_off', before)
    else if (after.plannedAt !== before.plannedAt) await tellOfDrill(tx, 'moved', after)
  },
})

export const drillHandlers: Handlers<typeof drills, Context> = {
  list: ({ query, context }) => listDrills(context.db, query),
  create: drill.create,
  change: drill.change,
  remove: drill.remove,
}

function refusePast(plannedAt: string): void {
  if (Date.parse(plannedAt) < Date.now()) refuseField('plannedAt', 'drill_in_the_past')
}

async function withKnownIds<T extends Fields>(body: T, { tx }: Work): Promise<T> {
  const { buildingId, contactIds = [] } = body
  if (buildingId !== undefined && !(await allBuildingsExist(tx, [buildingId])))
    refuseField('buildingId', 'no_such_building')
  if ((await knownContacts(tx, contactIds)) !== new Set(contactIds).size) refuseField('contactIds', 'no_such_contact')
  return body
}
