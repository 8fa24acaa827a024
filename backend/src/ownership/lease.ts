// The lease under which one of several backends makes the positions, renewed every second. It is ours until the database says that it is
// another's: while the database is away nobody can take it, and pages see people move all the same. Started by server.ts.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { holdLease, isEpochCurrent, releaseLease } from './lease-queries.ts'
import type { Ownership } from './ownership.ts'

export interface Lease extends Ownership {
  readonly work: Repeated
  /** Gives it away, so that the next backend need not wait for its end. Never throws. */
  release(): Promise<void>
}

interface Options {
  /** Connections that nothing else takes: a renewal must not wait behind somebody's export. */
  urgent: Database
  log: FastifyBaseLogger
}

const name = 'positions'
/** So long after the last renewal another backend takes over. */
const leaseMs = 5000

/** Resolves after the first attempt. */
export async function startLease({ urgent, log }: Options): Promise<Lease> {
  const me = randomUUID()
  let epoch: number | null = null
  let sureUntil = 0
  let isReleased = false
  let isKnown = false
  const say = (mine: boolean) => {
    if (mine) log.info({ code: 'positions_ours' }, 'This backend takes readings and makes the positions.')
    else
      log.warn(
        { code: 'positions_elsewhere' },
        'Another backend on this database makes the positions; this one refuses readings.',
      )
  }
  const work = repeat({
    name: 'hold-lease',
    everyMs: 1000,
    log,
    whileFailing: 'The lease on the positions cannot be renewed; they are made all the same.',
    async work() {
      if (isReleased) return
      // By a clock that cannot be set, from before the question: the lease ends later than we believe.
      const askedAt = performance.now()
      const held = await holdLease(urgent, name, me, leaseMs)
      const before = epoch
      epoch = held.owner === me ? held.epoch : null
      if (epoch !== null) sureUntil = askedAt + leaseMs
      if (before !== epoch || !isKnown) say(epoch !== null)
      isKnown = true
    },
  })
  await work.run()
  return {
    get epoch() {
      return epoch
    },
    isSure: () => epoch !== null && performance.now() < sureUntil,
    mayWrite: (tx, asked) => isEpochCurrent(tx, name, asked),
    work,
    async release() {
      isReleased = true
      if (epoch === null) return
      epoch = null
      await releaseLease(urgent, name, me).catch(() => undefined)
    },
  }
}
