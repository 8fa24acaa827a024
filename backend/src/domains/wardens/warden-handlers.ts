// Wardens: who answers for the people of an area or a department, and who stands in for them (rules 9). What they say when it rings is
// in ../emergency/answer-handlers.ts.
import { noted } from '@rollcall/contracts/notes'
import type { Warden, WardenChange, WardenCreate, wardens } from '@rollcall/contracts/domains/wardens'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { Refusal, refuseField } from '../../http/refusal.ts'
import { resource, type Work } from '../resource.ts'
import {
  findWarden,
  isInBuilding,
  isTaken,
  listWardens,
  mayBeWardens,
  readUncovered,
  setPeople,
  wardensOf,
} from './warden-queries.ts'

type Create = z.output<typeof WardenCreate>
type Change = z.output<typeof WardenChange>

const { read, create, change, remove } = resource<'wardens', Warden, Create, Change>({
  table: 'wardens',
  find: findWarden,
  async insert({ personIds, ...area }, { tx }) {
    if (!(await isInBuilding(tx, area))) refuseField(area.zoneId === null ? 'floorId' : 'zoneId', 'not_of_building')
    if (await isTaken(tx, area)) throw new Refusal('conflict', [noted('zoneId', 'answered_for')])
    await refuseUnknown(personIds, { tx })
    return area
  },
  async update({ personIds = [] }, work) {
    await refuseUnknown(personIds, work)
    return {}
  },
  async writeRelated(id, { personIds }, _before, { tx }) {
    if (personIds) await setPeople(tx, id, personIds)
  },
})

export const wardenHandlers: Handlers<typeof wardens, Context> = {
  list: ({ query, context }) => listWardens(context.db, query),
  mine: ({ context }) => wardensOf(context.db, context.user.id),
  uncovered: ({ context }) => readUncovered(context.db),
  read,
  create,
  change,
  remove,
}

async function refuseUnknown(personIds: readonly string[], { tx }: Pick<Work, 'tx'>): Promise<void> {
  if (!(await mayBeWardens(tx, personIds))) refuseField('personIds', 'not_in_register')
}
