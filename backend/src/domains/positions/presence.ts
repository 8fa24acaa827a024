// Who and what is on site, for the dashboard and the snapshots of pages. Counting means looking at every badge, so it happens at most
// once a second, however many pages ask; a change made through this backend is counted at once.
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { cacheAnswer, type CachedAnswer } from '../../cached-answer.ts'
import {
  assetsByFloor,
  newestSeq,
  peopleOnSite,
  siteTotals,
  type FloorCount,
  type PeopleAtPlace,
  type PeopleOfKind,
  type SiteTotals,
} from './presence-queries.ts'

export type OnSite = {
  readonly places: readonly PeopleAtPlace[]
  readonly kinds: readonly PeopleOfKind[]
  readonly assets: readonly FloorCount[]
  readonly totals: SiteTotals
  /** Of the newest position. */
  readonly seq: number
}
export type Presence = CachedAnswer<OnSite>

/** Positions are written several times a second; other backends on the same database may have changed something, too. */
export const presenceCacheMs = 1000

export function createPresence(db: Database, cacheMs: number): Presence {
  return cacheAnswer(cacheMs, () => countPresence(db))
}

/** Of an account that is limited to buildings: theirs, which nobody else asks for. */
export function presenceFor({ db, buildingIds }: Pick<Context, 'db' | 'buildingIds'>, site: Presence): Promise<OnSite> {
  return buildingIds === null ? site.read() : countPresence(db)
}

async function countPresence(db: Database): Promise<OnSite> {
  const [people, assets, totals, seq] = await Promise.all([
    peopleOnSite(db),
    assetsByFloor(db),
    siteTotals(db),
    newestSeq(db),
  ])
  return { ...people, assets, totals, seq }
}

export function sumOf(counts: readonly { people: number }[]): number {
  return counts.reduce((sum, { people }) => sum + people, 0)
}
