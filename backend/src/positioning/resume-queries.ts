// What a backend that begins reads of those before it: SQL only. Called by resume.ts.
import { sql } from 'kysely'
import type { Database } from '../database/schema.ts'

/** Whose positions are meant; null: everybody's. */
export type Badges = readonly string[] | null

/** Until when one of them was heard (epoch milliseconds; null: never), and the highest number of a position. */
export async function lastPosition(db: Database, badges: Badges): Promise<{ at: number | null; seq: number }> {
  const { at, seq } = await db
    .selectFrom('positionsCurrent as c')
    .select(({ fn }) => [fn.max('c.at').as('at'), fn.max('c.seq').as('seq')])
    .where(isOne(badges))
    .executeTakeFirstOrThrow()
  return { at: at === null ? null : Date.parse(at), seq: seq ?? 0 }
}

/** The clock was set back: what was heard a minute ago is still a minute ago. Nothing else tells the past from the present. */
export async function movePositionsBack(db: Database, byMs: number, badges: Badges): Promise<void> {
  const by = sql`make_interval(secs => ${byMs / 1000})`
  await sql`UPDATE positions_current c SET at = at - ${by}, moved_at = moved_at - ${by}, muster_since = muster_since - ${by},
    zone_since = zone_since - ${by}, noted_since = noted_since - ${by} WHERE ${isOne(badges)}`.execute(db)
}

/** Where badges were shown lately, what was said of them, and what the history has of each. */
export function positionsSince(db: Database, sinceMs: number, badges: Badges) {
  return db
    .selectFrom('positionsCurrent as c')
    .leftJoinLateral(
      ({ selectFrom }) =>
        selectFrom('positionHistory as h')
          .select(['h.floorId', 'h.zoneId', 'h.xM', 'h.yM', 'h.at'])
          .whereRef('h.transmitterId', '=', 'c.transmitterId')
          // Kept every half minute; the days before are not searched.
          .where('h.at', '>', sql<string>`c.at - interval '2 minutes'`)
          .orderBy('h.at', 'desc')
          .limit(1)
          .as('kept'),
      (join) => join.onTrue(),
    )
    .select(['c.transmitterId', 'c.floorId', 'c.zoneId', 'c.xM', 'c.yM', 'c.at', 'c.movedAt', 'c.musterSince'])
    .select(['c.method', 'c.accuracyM'])
    .select(['c.zoneSince', 'c.notedZoneId', 'c.notedSince', 'c.dwellNoted'])
    .select(['kept.floorId as keptFloorId', 'kept.zoneId as keptZoneId', 'kept.xM as keptXM', 'kept.yM as keptYM'])
    .select('kept.at as keptAt')
    .where('c.at', '>=', new Date(sinceMs).toISOString())
    .where(isOne(badges))
    .execute()
}

const isOne = (badges: Badges) =>
  badges === null ? sql<boolean>`true` : sql<boolean>`c.transmitter_id = ANY (${badges}::text[])`
