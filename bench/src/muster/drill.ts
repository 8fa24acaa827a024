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
import type { DatabaseServer } from '../measuring/database-server.ts'
import { createPositioningRun } from '../positioning/replay.ts'
import { accountedBadges, openDrillDatabase, ring } from './drill-database.ts'
import { createDrillScore, type DrillScore } from './drill-score.ts'

export type DrillOptions = Omit<WorldOptions, 'faults'> & {
  /** Nobody leaves: everybody goes on with their day while the alarm rings. */
  staysInside?: boolean
}

/** Filters and learners settle first; then it rings, and people have so long. */
const settleS = 60
const drillS = 420
/** As the product does both. */
const every = { storeS: 1, accountS: 2 } as const

export async function runDrill(server: DatabaseServer, options: DrillOptions): Promise<DrillScore> {
  const { staysInside = false, ...world } = options
  const connection = await openDrillDatabase(server, createDemoSite(world))
  const { db } = connection
  try {
    const startMs = Date.now() - (settleS + drillS + 10) * 1000
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
    const run = createPositioningRun(await readSite(db), writer)
    const simulated = createWorld({ ...world, faults: { duplicates: 0.01, late: 0.005 } })
    const announce = () => {}
    const account = createAutoAccount({ db, announce, receiversHearing: () => [], log, now: () => now })
    const score = createDrillScore(createHeadOffice(world.variant))
    let emergencyId: string | null = null
    for (let second = -settleS; second < drillS; second++) {
      if (second === 0) {
        await store.work.run()
        emergencyId = await ring(db, new Date(now))
        if (!staysInside) simulated.evacuate()
      }
      for (const half of [0, 500]) {
        now = startMs + (second + settleS) * 1000 + half
        run.take(
          simulated.tick({ seconds: 0.5, nowMs: now }).flatMap((raddec) => readRaddec(raddec, now) ?? []),
          now,
        )
      }
      if (second % every.storeS === 0) await store.work.run()
      if (emergencyId === null || second % every.accountS !== 0) continue
      await account.run()
      if (account.status.failing || store.work.status.failing) throw new Error('the accounting or the writer failed')
      score.add({ second, now, truths: simulated.truth(), latest, accounted: await accountedBadges(db, emergencyId) })
    }
    return score.result()
  } finally {
    await connection.close()
  }
}
