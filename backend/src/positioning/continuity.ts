// Goes on where positions were left: after a start, when this backend takes over from another, and when the clock was set back, with which
// every time in memory would be wrong. Asked by the engine before every round.
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/schema.ts'
import type { Reading } from '../ingest/reading.ts'
import type { Ownership } from '../ownership/ownership.ts'
import type { SteadyClock } from '../steady-clock.ts'
import type { PositionWriter } from './position-writer.ts'
import type { PositioningMemory, ShareMemory } from './positioning-steps.ts'
import { resumeDevices } from './resume.ts'
import type { SiteModel } from './site-model.ts'

export interface Continuity {
  /** Numbers the positions: upward, also across restarts, whatever the clock says. */
  readonly nextSeq: () => number
  resume(): Promise<void>
  /** The epoch in which this backend makes the positions; null: another one does. `wasSetBack`: the clock, since the last time. */
  check(wasSetBack: boolean): Promise<number | null>
  /** The readings with times to go by. */
  timed(readings: readonly Reading[]): readonly Reading[]
  /** Whether what was made since the last check is still ours to tell. */
  isOurs(): boolean
}

interface Options {
  db: Database
  log: FastifyBaseLogger
  memory: Pick<PositioningMemory, ShareMemory>
  writer: Pick<PositionWriter, 'resume' | 'work'>
  clock: Pick<SteadyClock, 'now'>
  ownership: Ownership
  site: () => SiteModel | null
}

/** Numbers given to positions that were published but not stored, with room to spare. */
const unstored = 60_000_000

export function createContinuity({ db, log, memory, writer, clock, ownership, site }: Options): Continuity {
  const { devices, stays, rests } = memory
  let seq = 0
  let epoch: number | null = null
  let wasSetBack = false
  const resume = async () => {
    devices.forgetAll()
    stays.forgetAll()
    rests.forgetAll()
    epoch = ownership.epoch
    if (epoch === null) return writer.resume([], null)
    const { share } = ownership
    const { kept, lastSeq } = await resumeDevices({ db, log, devices, stays, site: site(), share, now: clock.now() })
    writer.resume(kept, epoch)
    // By time where it is later, as long as there are fewer than a million positions a second.
    seq = Math.max(seq, clock.now() * 1000, lastSeq + unstored)
  }
  return {
    nextSeq: () => ++seq,
    resume,
    isOurs: () => epoch !== null && ownership.epoch === epoch,
    async check(isSetBack) {
      if (ownership.epoch !== epoch) await resume()
      wasSetBack = epoch !== null && isSetBack
      if (!wasSetBack) return epoch
      // Times remembered by the clock as it was would stand still until it is as late again.
      await writer.work.run()
      await resume()
      return epoch
    },
    timed(readings) {
      if (!wasSetBack) return readings
      const now = clock.now()
      return readings.map((reading) => (reading.arrivedAt > now ? { ...reading, at: now, arrivedAt: now } : reading))
    },
  }
}
