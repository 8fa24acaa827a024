// Keeps what the roster knows of people who are still unknown up to date, as a versioned fact like any other (rules 9): every few
// seconds, for active emergencies, what changed and matters. Without one that is a single cheap query. Made by emergency-work.ts.
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../../background/repeat.ts'
import type { Database } from '../../database/schema.ts'
import type { AnnounceEmergency } from './announce-emergency.ts'
import { activeIds, lockEmergency } from './emergency-queries.ts'
import { mostImportant } from './evidence-change.ts'
import { evidenceNow } from './evidence.ts'
import { analyseRoster, writeEvidence } from './muster-queries.ts'

type Options = {
  readonly db: Database
  readonly announce: AnnounceEmergency
  readonly log: FastifyBaseLogger
}

/** What a warden's phone takes beside the decisions: about 10 KB a second, compressed (bench board). */
const mostPerTurn = 150

export function createRenewEvidence({ db, announce, log }: Options): Repeated {
  let begun: readonly string[] = []
  const renew = async (emergencyId: string) => {
    if (!begun.includes(emergencyId)) await analyseRoster(db)
    const changed = mostImportant(await evidenceNow(db, emergencyId), mostPerTurn)
    if (changed.length === 0) return
    await db.transaction().execute(async (tx) => {
      const event = await lockEmergency(tx, emergencyId)
      // What is seen after the end says nothing about the emergency.
      if (event?.state === 'active') await writeEvidence(tx, emergencyId, changed)
    })
    announce({ id: emergencyId })
  }
  return repeat({
    name: 'roster-evidence',
    everyMs: 3000,
    leaderOnly: true,
    log,
    whileFailing: 'Muster boards show where missing people were, not where they are.',
    async work() {
      const active = await activeIds(db)
      for (const id of active) await renew(id)
      begun = active
    },
  })
}
