// SQL of personal links. A link that is unknown, or past its time, does not exist.
import { sql } from 'kysely'
import type { LinkView } from '@rollcall/contracts/domains/muster'
import type { Database } from '../../database/schema.ts'

export const linkLifetimeMs = 24 * 3_600_000

/** Those of the given people who are on the roster. */
export async function onRoster(db: Database, emergencyId: string, personIds: readonly string[]): Promise<string[]> {
  if (personIds.length === 0) return []
  const rows = await db
    .selectFrom('emergencyRoster')
    .select('personId')
    .where('emergencyId', '=', emergencyId)
    .where('personId', 'in', [...personIds])
    .execute()
  return rows.map(({ personId }) => personId)
}

type Link = { tokenHash: string; emergencyId: string; personId: string; expiresAt: string }

export async function insertLinks(db: Database, links: readonly Link[]): Promise<void> {
  await db
    .insertInto('musterLinks')
    .values([...links])
    .execute()
}

type Held = LinkView & { emergencyId: string; personId: string }

/** Of a drill that became an emergency, what the person is asked there: the link they hold must not say that it is over. */
export async function findLink(db: Database, tokenHash: string): Promise<Held | undefined> {
  return db
    .selectFrom('musterLinks as l')
    .innerJoin('emergencies as made', 'made.id', 'l.emergencyId')
    .innerJoin('emergencyRoster as r', (join) =>
      join.onRef('r.personId', '=', 'l.personId').on(sql<boolean>`r.emergency_id IN (made.id, made.superseded_by)`),
    )
    .innerJoin('emergencies as e', 'e.id', 'r.emergencyId')
    .select(['e.id as emergencyId', 'l.personId', 'l.expiresAt', 'e.mode', 'e.message', 'e.state', 'r.status'])
    .select(['r.fullName as name', sql<Held['scenario']>`e.scenario`.as('scenario')])
    .where('l.tokenHash', '=', tokenHash)
    .where(sql<boolean>`l.expires_at > now()`)
    .orderBy('e.triggeredAt', 'desc')
    .limit(1)
    .executeTakeFirst()
}
