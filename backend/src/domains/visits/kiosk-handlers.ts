// The reception tablet, where visitors sign themselves in and out (rules 8; docs/decisions/0028-visits-and-the-reception-tablet.md).
// What it answers is of the person who stands before it, and of nobody else: an unknown code and that of a stranger sound alike.
import type { kiosk, KioskAnswer } from '@rollcall/contracts/domains/kiosk'
import type { Visit } from '@rollcall/contracts/domains/visits'
import type { Handlers } from '@rollcall/contracts/endpoint'
import { radioIdsIn } from '@rollcall/contracts/radio-ids'
import type { ChangeRecord } from '../../audit/audit-entry.ts'
import { insertRow } from '../../database/row-queries.ts'
import type { Database, DatabaseTransaction } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import { newToken, tokenHashOf } from '../../one-time-token.ts'
import { resource } from '../resource.ts'
import { readSettings } from '../settings/settings-queries.ts'
import { findKiosk, hostNamed, kioskOfToken, kioskWasUsed, listKiosks } from './kiosk-queries.ts'
import { signIn, signOut } from './sign-in.ts'
import { visitCodeIn } from './visit-code.ts'
import { createVisit } from './visit-handlers.ts'
import { findVisit, openVisitWithBadge, visitOfCode } from './visit-queries.ts'

const { remove } = resource({ table: 'kiosks', find: findKiosk })

export const kioskHandlers: Handlers<typeof kiosk, Context> = {
  list: ({ query, context }) => listKiosks(context.db, query),
  create: ({ body, context }) =>
    context.change(async (tx) => {
      const { token, tokenHash } = newToken()
      const id = await insertRow(tx, 'kiosks', { ...body, tokenHash })
      const after = found(await findKiosk(tx, id))
      return { reply: { ...after, path: `/kiosk/${token}` }, record: { entityId: id, after } }
    }),
  remove,
  async open({ params, context: { db } }) {
    const { buildingName, timezone } = await kioskOf(db, params.token)
    const { general } = await readSettings(db)
    return { organisation: general.organisation, buildingName, timezone }
  },
  scan: ({ params, body: { code, direction }, context }) =>
    atKiosk(context, params.token, async (tx, buildingId) => {
      const id = await visitHere(tx, buildingId, code, direction)
      return direction === 'in' ? signIn(tx, id, null) : signOut(tx, id)
    }),
  badge: ({ params, body, context }) =>
    atKiosk(context, params.token, async (tx, buildingId) => {
      const visit = found(await findVisit(tx, await visitHere(tx, buildingId, body.visit, 'in')))
      // Only after signing in: whoever shows a badge alone has not said who they are.
      if (visit.state !== 'open') refuseField('visit', 'sign_in_first')
      return signIn(tx, visit.id, body.badge)
    }),
  visitor: ({ params, body: { fullName, company, host, purpose }, context }) =>
    atKiosk(context, params.token, async (tx, buildingId) => {
      const hostId = host === null ? null : await hostNamed(tx, host)
      // A host whom nobody found is still what the visitor said.
      const said = host !== null && hostId === null ? [purpose, `To see ${host}`].filter(Boolean).join('. ') : purpose
      const visitor = { fullName, entityType: 'visitor' as const, email: null, phone: null }
      const visit = {
        visitor,
        buildingId,
        hostId,
        company,
        purpose: said,
        expectedAt: null,
        arrived: true,
        badge: null,
      }
      const { id, record } = await createVisit(tx, visit)
      return { visit: found(await findVisit(tx, id)), record }
    }),
}

type Done = { readonly visit: Visit; readonly record: readonly ChangeRecord[] }

function atKiosk(
  context: Context,
  token: string,
  work: (tx: DatabaseTransaction, buildingId: string) => Promise<Done>,
): Promise<KioskAnswer> {
  return context.change(async (tx) => {
    const { id, buildingId } = await kioskOf(tx, token)
    const { visit, record } = await work(tx, buildingId)
    if (record.length > 0) await kioskWasUsed(tx, id)
    return { reply: answerOf(visit), record }
  })
}

async function kioskOf(db: Database, token: string) {
  return found(await kioskOfToken(db, tokenHashOf(token)))
}

/** Which visit somebody means by what they hold before the camera: the code of their invitation or, to sign out, their badge. */
async function visitHere(tx: DatabaseTransaction, buildingId: string, read: string, direction: 'in' | 'out') {
  const code = visitCodeIn(read)
  const badges = radioIdsIn(read)
  if (code === null && badges.length > 0 && direction === 'in') refuseField('code', 'badge_not_code')
  const id = code === null ? await openVisitWithBadge(tx, buildingId, badges) : await visitOfCode(tx, code)
  if (id === undefined) refuseField('code', 'code_unknown')
  const visit = found(await findVisit(tx, id))
  if (visit.buildingId !== buildingId) refuseField('code', 'visit_elsewhere', { building: visit.buildingName })
  return id
}

function answerOf({ state, personName, hostName, code, badge, badgeName }: Visit): KioskAnswer {
  return { direction: state === 'ended' ? 'out' : 'in', name: personName, hostName, code, badge: badgeName ?? badge }
}
