// The lease under which one of several backends makes the positions, renewed every second. It is ours until the database says that it is
// another's: while the database is away nobody can take it, and pages see people move all the same. Started by server.ts.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { type Candidate, holdLease, isEpochCurrent, releaseLease } from './lease-queries.ts'
import type { Ownership } from './ownership.ts'

export interface Lease extends Ownership {
  /** Where the backend is that makes the positions; null: it is this one, or nobody knows. */
  readonly ownerAddress: string | null
  readonly work: Repeated
  /** Gives it away, so that the next backend need not wait for its end. Never throws. */
  release(): Promise<void>
}

interface Options {
  /** Connections that nothing else takes: a renewal must not wait behind somebody's export. */
  urgent: Database
  /** What is to be known of this backend now; absent: it is alone. */
  candidate?: () => Candidate
  log: FastifyBaseLogger
}

const name = 'positions'
/** So long after the last renewal another backend takes over. */
const leaseMs = 5000

/** Resolves after the first attempt. */
export async function startLease({ urgent, candidate, log }: Options): Promise<Lease> {
  const me = randomUUID()
  let epoch: number | null = null
  let sureUntil = 0
  let isReleased = false
  let isKnown = false
  let ownerAddress: string | null = null
  const say = (mine: boolean) => {
    if (mine) log.info({ code: 'positions_ours' }, 'This backend makes the positions.')
    else log.warn({ code: 'positions_elsewhere' }, 'Another backend on this database makes the positions.')
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
      const held = await holdLease(urgent, name, me, leaseMs, candidate?.())
      const before = epoch
      epoch = held.owner === me ? held.epoch : null
      ownerAddress = epoch === null ? held.address : null
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
    get ownerAddress() {
      return ownerAddress
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
