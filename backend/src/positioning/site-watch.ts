// Keeps the site model fresh: asks for the fingerprint every few seconds and reads the site again when it changed.
// A database outage leaves the last model in use. Started by engine.ts.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import { compileSite, type SiteModel } from './site-model.ts'
import { readSite, siteFingerprint } from './site-queries.ts'

export interface SiteWatch {
  /** Null until the database has answered once. */
  readonly site: SiteModel | null
  /** Resolves after a look that began after the call: a change announced during a look is seen by the next one. Never throws. */
  refresh(): Promise<void>
  stop(): void
}

interface WatchOptions {
  db: Database
  log: FastifyBaseLogger
  intervalMs?: number
}

export function createSiteWatch({ db, log, intervalMs = 3000 }: WatchOptions): SiteWatch {
  let site: SiteModel | null = null
  let seen = ''
  let running: Promise<void> | null = null
  let next: Promise<void> | null = null
  let failing = false

  const look = async () => {
    try {
      const fingerprint = await siteFingerprint(db)
      if (fingerprint !== seen) {
        site = compileSite(await readSite(db), site)
        seen = fingerprint
      }
      if (failing) log.info({ code: 'site_read_again' }, 'The site can be read again.')
      failing = false
    } catch (error) {
      if (!failing)
        log.warn({ code: 'site_unreadable', err: error }, 'The site cannot be read; the last known one stays in use.')
      failing = true
    }
  }
  const start = () => {
    next = null
    return (running = look().finally(() => (running = null)))
  }
  const refresh = () => (running ? (next ??= running.then(start)) : start())
  const timer = setInterval(() => void refresh(), intervalMs)
  timer.unref()
  return {
    get site() {
      return site
    },
    refresh,
    stop: () => clearInterval(timer),
  }
}
