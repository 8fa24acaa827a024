// A calibration from badges at rest: how far a floor is, and working it out behind the answer, because it takes longer than a request may
// (web/server gives up after half a minute). The page asks how it goes; nothing changes until somebody accepts the proposal.
import type { FastifyBaseLogger } from 'fastify'
import type { FloorRests, floors } from '@rollcall/contracts/domains/floors'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { Database } from '../../database/schema.ts'
import type { Context } from '../../http/context.ts'
import { found, refuseField } from '../../http/refusal.ts'
import type { Calibrator } from '../../positioning/calibration/calibrator.ts'
import { fewestRests } from '../../positioning/calibration/rests/rest.ts'
import { countRests } from '../../positioning/rest-queries.ts'
import { insertProposal } from './calibration-queries.ts'
import { findFloor } from './floor-queries.ts'
import { beginRun, endRun, readRun } from './rest-run-queries.ts'

type RestHandlers = Pick<Handlers<typeof floors, Context>, 'rests' | 'learnFromRests'>

/** `db`: for what is done behind the answer. */
export function restHandlers({ db, calibrate }: { db: Database; calibrate: Calibrator }): RestHandlers {
  async function workOut({ floorId, beganAt, calibratedBy, log }: Run): Promise<void> {
    try {
      const outcome = await calibrate(floorId, { mode: 'rests' })
      await db.transaction().execute(async (tx) => {
        const proposal = outcome.ok ? await insertProposal(tx, floorId, { ...outcome.proposal, calibratedBy }) : null
        if (!(await endRun(tx, floorId, beganAt, proposal?.version ?? null)))
          throw new Error('Another attempt has begun.')
      })
    } catch (error) {
      log.error({ code: 'rests_calibration_failed', floorId, err: error }, 'No calibration was made of badges at rest.')
      // If the database is away, the attempt counts as lost after a while.
      await endRun(db, floorId, beganAt, null).catch(() => false)
    }
  }
  return {
    async rests({ params: { floorId }, context }) {
      found(await findFloor(context.db, floorId))
      return restsOf(context.db, floorId)
    },
    async learnFromRests({ params: { floorId }, context }) {
      found(await findFloor(context.db, floorId))
      const { count } = await countRests(context.db, floorId)
      if (count < fewestRests) refuseField('', 'too_few_rests', { count, needed: fewestRests })
      const { reply, beganAt } = await context.change(async (tx) => {
        const beganAt = await beginRun(tx, floorId)
        const reply = await restsOf(tx, floorId)
        // Asked for before, it goes on.
        return { reply: { reply, beganAt }, record: beganAt === null ? [] : { entityId: floorId, after: { count } } }
      })
      const calibratedBy = context.user.displayName
      if (beganAt !== null) void workOut({ floorId, beganAt, calibratedBy, log: context.log })
      return reply
    },
  }
}

interface Run {
  floorId: string
  beganAt: string
  /** Display name. */
  calibratedBy: string
  log: FastifyBaseLogger
}

async function restsOf(db: Database, floorId: string): Promise<FloorRests> {
  return { ...(await countRests(db, floorId)), needed: fewestRests, ...(await readRun(db, floorId)) }
}
