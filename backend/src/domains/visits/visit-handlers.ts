// Visits: who is expected, who is in the building, who has left (rules 8). Signing in and out is in sign-in.ts, the tablet at the
// reception in kiosk-handlers.ts.
import type { VisitCreate, visits } from '@rollcall/contracts/domains/visits'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import { insertRow } from '../../database/row-queries.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuse, refuseField } from '../../http/refusal.ts'
import { refuseOtherBuildings } from '../emergency/own-emergency.ts'
import { findPerson } from '../personnel/person-queries.ts'
import { resource } from '../resource.ts'
import { signIn, signOut } from './sign-in.ts'
import { newVisitCode } from './visit-code.ts'
import { findVisit, listVisits } from './visit-queries.ts'

const { read, change, remove } = resource({
  table: 'visits',
  find: findVisit,
  /** What has begun is a record of who was here. */
  async removing({ state }) {
    if (state !== 'expected') refuse('conflict')
  },
})

export const visitHandlers: Handlers<typeof visits, Context> = {
  list: ({ query, context }) => listVisits(context.db, query),
  read,
  change,
  remove,
  async create({ body, context }) {
    refuseOtherBuildings(context, [body.buildingId])
    return context.change(async (tx) => {
      const { id, record } = await createVisit(tx, body)
      return { reply: found(await findVisit(tx, id)), record }
    })
  },
  // Over the whole site: whoever signs in here is signed out where they were.
  async signIn({ params: { id }, body, context }) {
    await refuseOthersVisit(context, id)
    return context.change(async (tx) => {
      const { visit, record } = await signIn(tx, id, body.badge)
      return { reply: visit, record }
    })
  },
  async signOut({ params: { id }, context }) {
    await refuseOthersVisit(context, id)
    return context.change(async (tx) => {
      const { visit, record } = await signOut(tx, id)
      return { reply: visit, record }
    })
  },
}

async function refuseOthersVisit({ own, buildingIds }: Context, id: string): Promise<void> {
  if (buildingIds !== null) found(await findVisit(own, id))
}

/** Also for the tablet at the reception. One record: what was made, as it stands at the end. */
export async function createVisit(
  tx: DatabaseTransaction,
  { personId, visitor, arrived, badge, ...body }: z.output<typeof VisitCreate>,
): Promise<{ id: string; record: ChangeRecord[] }> {
  const code = newVisitCode()
  const who = visitor ? await insertRow(tx, 'people', { ...visitor, employeeId: `V-${code}` }) : (personId ?? '')
  const person = await findPerson(tx, who)
  if (person === undefined) refuseField('personId', 'nobody_with_id')
  if (person.entityType === 'employee') refuseField('personId', 'only_visitors')
  const id = await insertRow(tx, 'visits', { ...body, personId: who, code })
  const moved = arrived ? (await signIn(tx, id, badge)).record.filter(({ entityId }) => entityId !== id) : []
  return { id, record: [...moved, { entityId: id, after: found(await findVisit(tx, id)) }] }
}
