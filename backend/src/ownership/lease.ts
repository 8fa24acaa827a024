// The leases under which backends make the positions, renewed every second: each holds its part of the shares. A share is ours until the
// database says that it is another's: while the database is away nobody can take it, and pages see people move all the same. Started by
// server.ts.
import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { repeat, type Repeated } from '../background/repeat.ts'
import type { Database } from '../database/schema.ts'
import { areSharesOf, type Candidate, type Held, holdShares, leaveShares, releaseShares } from './lease-queries.ts'
import type { Ownership } from './ownership.ts'
import { everything, leadersShare, type Share, shareCount, shares } from './shares.ts'

export interface Lease {
  /** One per share, or one of everything for a backend that shares with nobody. */
  readonly ownerships: readonly Ownership[]
  /** By which this backend does what only one of several may do. */
  readonly leader: Pick<Ownership, 'epoch' | 'isSure'>
  /** Numbers of the shares that are ours. */
  readonly held: readonly number[]
  /** Where the other backends are. */
  readonly otherAddresses: readonly string[]
  /** For how long it is certain that what is ours is, milliseconds. */
  readonly sureMs: number
  readonly work: Repeated
  /** Gives everything away, so that the next backend need not wait for its end. Never throws. */
  release(): Promise<void>
}

interface Options {
  /** A connection that nothing else takes. */
  db: Database
  /** Whether the log of readings is one that several backends share. */
  isShared: boolean
  /** What is to be known of this backend now; absent: it is alone. */
  candidate?: () => Pick<Candidate, 'address'> & {
    /** For how long it has been able to read the log without a break, milliseconds; null: it is not. */
    ableMs: number | null
    /** How long readings wait to become positions here, milliseconds. */
    lagMs: number
  }
  log: FastifyBaseLogger
  /** Other shares are ours than before. */
  onHeld?: (() => void) | undefined
}

/** So long after the last renewal another backend takes over. */
const leaseMs = 5000
/** Whose positions are later than this gives no share away, for who takes it over would be later still: first it catches up, for so long at
 * most. Milliseconds. */
const behind = { lagMs: 2000, mostMs: 30_000 } as const
const allShares = Array.from({ length: shareCount }, (_, number) => number)

/** Resolves after the first attempt of who shares with nobody; who shares asks for its part (`work`) when it can make positions of it, for
 * then others give it away. */
// Long because its parts share what is held.
export async function startLease({ db, isShared, candidate, log, onHeld }: Options): Promise<Lease> {
  const me = randomUUID()
  let held: Held = { mine: new Map(), most: 0, others: [] }
  let sureUntil = 0
  let isReleased = false
  /** Since when we have more than our part, by the same clock. */
  let moreSince: number | null = null
  let said: string | null = null
  /** Of our shares those that are to go to another backend. */
  const leaving = new Set<number>()
  let letGoCount = 0

  const say = () => {
    const mine = [...held.mine.keys()]
    if (said === mine.join()) return
    said = mine.join()
    onHeld?.()
    if (mine.length > 0) log.info({ code: 'positions_ours', shares: mine }, 'This backend makes positions.')
    else log.warn({ code: 'positions_elsewhere' }, 'Another backend on this database makes the positions.')
  }
  const work = repeat({
    name: 'hold-lease',
    everyMs: 1000,
    log,
    whileFailing: 'The leases on the positions cannot be renewed; they are made all the same.',
    async work() {
      if (isReleased) return
      const asked = candidate?.() ?? { ableMs: Infinity, address: null, lagMs: 0 }
      const [able, ableMs] = [asked.ableMs !== null, asked.ableMs ?? 0]
      // By a clock that cannot be set, from before the question: the lease ends later than we believe.
      const askedAt = performance.now()
      const letGoBefore = letGoCount
      const found = await holdShares(db, { id: me, shares: isShared, able, ableMs, address: asked.address }, leaseMs)
      // What was let go meanwhile may be in the answer still.
      if (isReleased || letGoCount !== letGoBefore) return
      held = found
      sureUntil = askedAt + leaseMs
      leaving.clear()
      // Who cannot read the log keeps what nobody else wants.
      const hasMore = able && held.mine.size > held.most
      moreSince = hasMore ? (moreSince ?? askedAt) : null
      const gives = moreSince !== null && (asked.lagMs < behind.lagMs || askedAt - moreSince > behind.mostMs)
      // One in every renewal: who takes it over, perhaps just started, has less to catch up with at a time.
      for (const number of gives ? [...held.mine.keys()].slice(-1) : []) leaving.add(number)
      say()
    },
  })
  const ownershipOf = (share: Share, numbers: readonly number[]): Ownership => {
    const [first = leadersShare] = numbers
    const epoch = () => (numbers.every((number) => held.mine.has(number)) ? (held.mine.get(first) ?? null) : null)
    return {
      share,
      get epoch() {
        return epoch()
      },
      isSure: () => epoch() !== null && performance.now() < sureUntil,
      mayWrite: (tx, asked) => areSharesOf(tx, me, numbers, asked),
      get isLeaving() {
        return leaving.has(first) && held.mine.has(first)
      },
      async letGo() {
        await releaseShares(db, me, numbers)
        letGoCount++
        held = { ...held, mine: new Map([...held.mine].filter(([number]) => !numbers.includes(number))) }
        say()
      },
    }
  }
  const ownerships = isShared
    ? shares.map((share, number) => ownershipOf(share, [number]))
    : [ownershipOf(everything, allShares)]
  if (!isShared) await work.run()
  return {
    ownerships,
    leader: ownerships[leadersShare]!,
    get held() {
      return [...held.mine.keys()]
    },
    get otherAddresses() {
      return held.others.flatMap(({ address }) => address ?? [])
    },
    get sureMs() {
      return Math.max(0, sureUntil - performance.now())
    },
    work,
    async release() {
      isReleased = true
      held = { mine: new Map(), most: 0, others: [] }
      onHeld?.()
      await leaveShares(db, me).catch(() => undefined)
    },
  }
}
