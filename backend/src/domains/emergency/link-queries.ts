// SQL of personal links. A link that is unknown, or past its time, does not exist.
import { sql } from 'kysely'
import type { LinkView } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import type { Database } from '../../database/schema.ts'

type Person = { personId: string; fullName: string; email: string | null }

/** Those of the given people who are on the roster. */
export function peopleForLinks(db: Database, emergencyId: string, personIds: readonly string[]): Promise<Person[]> {
  return db
    .selectFrom('emergencyRoster as r')
    .leftJoin('people as p', 'p.id', 'r.personId')
    .select(['r.personId', 'r.fullName', 'p.email'])
    .where('r.emergencyId', '=', emergencyId)
    .where('r.personId', 'in', [...personIds])
    .execute()
}

type Link = { tokenHash: string; emergencyId: string; personId: string; expiresAt: string }

export async function insertLinks(db: Database, links: readonly Link[]): Promise<void> {
  await db
    .insertInto('musterLinks')
    .values([...links])
    .execute()
}

type Held = z.input<typeof LinkView> & { emergencyId: string; personId: string; state: string }

export async function findLink(db: Database, tokenHash: string): Promise<Held | undefined> {
  return db
    .selectFrom('musterLinks as l')
    .innerJoin('emergencies as e', 'e.id', 'l.emergencyId')
    .innerJoin('emergencyRoster as r', (join) =>
      join.onRef('r.emergencyId', '=', 'l.emergencyId').onRef('r.personId', '=', 'l.personId'),
    )
    .select(['l.emergencyId', 'l.personId', 'l.expiresAt', 'e.mode', 'e.message', 'e.state', 'r.status'])
    .select(['r.fullName as name', sql<Held['scenario']>`e.scenario`.as('scenario')])
    .where('l.tokenHash', '=', tokenHash)
    .where(sql<boolean>`l.expires_at > now()`)
    .executeTakeFirst()
}
