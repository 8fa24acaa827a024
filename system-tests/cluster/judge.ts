// Judges a run by what was recorded of it: what gateways were acknowledged, what lay in the log, what was published, what the database has.
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import type { Database } from '../../backend/src/database/schema.ts'
import { until } from '../setup/child-process.ts'
import { activityOf, positionsOf, readUpTo } from './cluster-queries.ts'
import type { LogRecord } from './log-record.ts'
import type { Player } from './player.ts'
import { type Cluster, patienceMs } from './running-cluster.ts'

export interface Verdict {
  acknowledged: number
  /** Acknowledged, but not in the log; in it more than once. */
  lost: string[]
  doubled: string[]
  /** Badges whose position is older than their last acknowledged reading. */
  stale: string[]
  /** Lines of the activity log that say the same twice: a badge is detected once, and enters a room it was in no second time. */
  detectedAnew: string[]
  activity: string[]
  /** Published moves of more than three metres within a second, but for those that correct a first guess. */
  hops: number
  published: number
  /** The longest time without a published position, milliseconds. */
  longestGapMs: number
}

const hopM = 3
/** So long after a badge appeared its first guess may be corrected (decision 0040). */
const guessMs = 12_000

/** After the recording has ended: waits until everything in the log was read, and its positions stored. */
export async function judge({ db, published }: Cluster, player: Player, log: LogRecord): Promise<Verdict> {
  await log.finish()
  await until('everything in the log was read', () => isAllRead(db, log.lastIds), patienceMs)
  const last = new Map<string, number>()
  for (const { transmitterId, at } of player.acknowledged)
    last.set(transmitterId, Math.max(at, last.get(transmitterId) ?? 0))
  const staleNow = async () => {
    const positions = await positionsOf(db)
    return [...last].filter(([badge, at]) => (positions.get(badge)?.at ?? 0) < at).map(([badge]) => badge)
  }
  // A badge is worked out twice a second at most: the last readings of the recording wait for their turn.
  await until('positions are as late as their readings', async () => (await staleNow()).length === 0, 120_000).catch(
    () => undefined,
  )
  const keys = player.acknowledged.map(({ transmitterId, at }) => `${transmitterId} ${at}`)
  const activity = await activityOf(db)
  return {
    acknowledged: keys.length,
    lost: keys.filter((key) => !log.counts.has(key)),
    doubled: [...log.counts].filter(([, count]) => count > 1).map(([key]) => key),
    stale: await staleNow(),
    detectedAnew: activity.filter((line, i) => line.startsWith('detected') && activity[i - 1] === line),
    activity,
    ...judgePublished(published),
  }
}

async function isAllRead(db: Database, lastIds: readonly string[]): Promise<boolean> {
  const upTo = await readUpTo(db)
  return upTo.length === lastIds.length && lastIds.every((id, i) => id === '0-0' || !isLater(id, upTo[i]!))
}

function isLater(id: string, than: string): boolean {
  const [a = 0, b = 0] = id.split('-').map(Number)
  const [c = 0, d = 0] = than.split('-').map(Number)
  return a > c || (a === c && b > d)
}

/** As a page takes it: of each badge only what has a higher number. */
function judgePublished(publications: Cluster['published']) {
  const shown = new Map<string, PositionEntry & { appearedAt: number }>()
  let [hops, count, longestGapMs] = [0, 0, 0]
  let before: number | null = null
  for (const { channel, data, at } of publications) {
    if (!channel?.startsWith('floor:') || data.type !== 'position-batch') continue
    if (before !== null) longestGapMs = Math.max(longestGapMs, at - before)
    before = at
    for (const entry of data.data as PositionEntry[]) {
      const last = shown.get(entry.transmitterId)
      if (last && entry.seq <= last.seq) continue
      const appearedAt = last?.appearedAt ?? entry.timestamp
      shown.set(entry.transmitterId, { ...entry, appearedAt })
      count++
      if (!last || entry.timestamp - last.timestamp > 1000 || entry.timestamp - appearedAt < guessMs) continue
      const metres = Math.hypot(entry.position.xM - last.position.xM, entry.position.yM - last.position.yM)
      if (metres > hopM) hops++
    }
  }
  return { hops, published: count, longestGapMs }
}
