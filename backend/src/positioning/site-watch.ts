// Keeps the site model fresh: reads it again when a change was announced, and now and then for what was changed past every backend.
// A database outage leaves the last model in use. Started by engine.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { compileSiteInTurns, type SiteModel } from './site-model.ts'
import { readSite } from './site-queries.ts'

export interface SiteWatch {
  /** Null until the database has answered once. */
  readonly site: SiteModel | null
  readonly work: Repeated
}

export function createSiteWatch(db: Database, log: FastifyBaseLogger): SiteWatch {
  let site: SiteModel | null = null
  const work = repeat({
    name: 'read-site',
    everyMs: 60_000,
    log,
    whileFailing: 'The site cannot be read; the one read last stays in use.',
    async work() {
      site = await compileSiteInTurns(await readSite(db), site)
    },
  })
  return {
    get site() {
      return site
    },
    work,
  }
}
