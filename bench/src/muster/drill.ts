// One drill on the simulator through the product's own pipeline, position writer and auto-accounting, on PostgreSQL; faster than real
// time, with one clock for readings, positions and accounting. Its clock stays behind the real one, as nothing is decided in the future.
import { pino } from 'pino'
import { createAutoAccount } from '@rollcall/backend/domains/emergency/auto-account'
import { readRaddec } from '@rollcall/backend/ingest/raddec-adapter'
import { createPositionWriter } from '@rollcall/backend/positioning/position-writer'
import type { StoredPosition } from '@rollcall/backend/positioning/position-queries'
import { readSite } from '@rollcall/backend/positioning/site-queries'
import { createHeadOffice } from '@rollcall/simulator/building/head-office'
import { createDemoSite } from '@rollcall/simulator/demo-site'
import { createWorld, type WorldOptions } from '@rollcall/simulator/world'
import { createPositioningRun } from '../positioning/replay.ts'
import { accountedBadges, openDrillDatabase, ring } from './drill-database.ts'
import { createDrillScore, type DrillScore } from './drill-score.ts'

export type DrillOptions = Omit<WorldOptions, 'faults'> & {
  /** Nobody leaves: everybody goes on with their day while the alarm rings. */
  staysInside?: boolean
  /** So many seconds before it rings people have gone out already. */
  outBeforeS?: number
}

/** Filters and learners settle first; then it rings, and after this most people have stood at a point for a minute. */
const [settleS, drillS] = [60, 270]
/** As the product accounts; positions are stored before. The simulator sends once a second, as in the demo. */
const accountEveryS = 2

export async function runDrill(databaseUrl: string, options: DrillOptions): Promise<DrillScore> {
  const { staysInside = false, outBeforeS = 0, ...world } = options
  const beforeS = settleS + outBeforeS
  const connection = await openDrillDatabase(databaseUrl, createDemoSite(world))
  const { db } = connection
  try {
    const startMs = Date.now() - (beforeS + drillS + 10) * 1000
    let now = startMs
    const log = pino({ level: 'warn' })
    const store = createPositionWriter({ db, log, takeReceivers: () => [] })
    const latest = new Map<string, StoredPosition>()
    const writer = {
      addBatteries() {},
      add(entries: readonly StoredPosition[]) {
        store.add(entries)
        for (const entry of entries) latest.set(entry.transmitterId, entry)
      },
    }
    const site = await readSite(db)
    const run = createPositioningRun(site, writer)
    const simulated = createWorld({ ...world, faults: { duplicates: 0.01, late: 0.005 } })
    const announce = () => {}
    const account = createAutoAccount({ db, announce, log, now: () => now })
    const score = createDrillScore(createHeadOffice(world.variant), site.zones)
    let emergencyId: string | null = null
    for (let second = -beforeS; second < drillS; second++) {
      if (second === -outBeforeS && !staysInside) simulated.evacuate()
      if (second === 0) {
        await store.work.run()
        emergencyId = await ring(db, new Date(now))
      }
      now = startMs + (second + beforeS) * 1000
      const heard = simulated.tick({ seconds: 1, nowMs: now })
      run.take(
        heard.flatMap((raddec) => readRaddec(raddec, now) ?? []),
        now,
      )
      if (emergencyId === null || second % accountEveryS !== 0) continue
      await store.work.run()
      await account.run()
      if (account.status.failing || store.work.status.failing) throw new Error('the accounting or the writer failed')
      score.add({ second, now, truths: simulated.truth(), latest, accounted: await accountedBadges(db, emergencyId) })
    }
    return score.result()
  } finally {
    await connection.close()
  }
}
