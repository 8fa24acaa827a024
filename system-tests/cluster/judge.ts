// Judges a run by what was recorded of it, and against what one backend alone makes of the very readings that lay in the log.
import { sql } from 'kysely'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { connect } from '../../backend/src/database/connect.ts'
import { migrate } from '../../backend/src/database/migrate.ts'
import { ensurePartitions } from '../../backend/src/database/partition-queries.ts'
import { locateInTurn } from '../../backend/tests/engines-in-turn.ts'
import { makeSite } from './cluster-queries.ts'
import { type History, staleIn } from './history.ts'
import type { Cluster } from './running-cluster.ts'

/** Each list is empty where the proof holds. */
type Faults = {
  /** Acknowledged, but not in the log; in it more than once. */
  lost: string[]
  doubled: string[]
  /** Badges whose position is older than their last acknowledged reading. */
  stale: string[]
  /** Lines of the activity log that say the same twice: a badge is detected once. */
  detectedAnew: string[]
  /** Published moves of more than three metres within a second, to the rounding, where one backend alone has fewer of them. */
  hops: string[]
  /** Published places outside the circle in which one backend alone has the badge at that moment. */
  astray: string[]
}

interface Figures {
  acknowledged: number
  turnedAway: number
  published: number
  hops: number
  hopsAlone: number
  /** Published places that were compared, and the farthest of them, metres. */
  compared: number
  farthestM: number
  /** The longest time without a published position, milliseconds. */
  longestGapMs: number
}

/** Of a move within a second, and of a circle at least, metres. A marker that was led astray comes back at no more than 3 m/s (rules 10),
 * which rounded places may put a little above. */
const farM = 3
const roundingM = 0.05
/** So long after a badge appeared its first guess may be corrected (decision 0040). */
const guessMs = 12_000

export async function judge(
  cluster: Pick<Cluster, 'databaseUrl'>,
  history: History,
): Promise<{ faults: Faults; figures: Figures }> {
  const { acknowledged, inLog, activity, places } = history
  const keys = acknowledged.map(({ transmitterId, at }) => `${transmitterId} ${at}`)
  const shown = asShown(history.published)
  const alone = await madeAlone(cluster.databaseUrl, history)
  const [hops, hopsAlone] = [hopsIn(shown), hopsIn(alone)]
  const { astray, compared, farthestM } = compare(shown, alone)
  return {
    faults: {
      lost: keys.filter((key) => !inLog.has(key)),
      doubled: [...inLog].filter(([, count]) => count > 1).map(([key]) => key),
      stale: staleIn(places, acknowledged),
      detectedAnew: activity.filter((line, i) => line.startsWith('detected') && activity[i - 1] === line),
      hops: hops.length > hopsAlone.length ? hops : [],
      astray,
    },
    figures: {
      acknowledged: keys.length,
      turnedAway: history.turnedAway,
      published: shown.length,
      hops: hops.length,
      hopsAlone: hopsAlone.length,
      compared,
      farthestM,
      longestGapMs: longestGapMs(history.published),
    },
  }
}

/** As a page takes it: of each badge only what has a higher number. */
function asShown(publications: History['published']): PositionEntry[] {
  const last = new Map<string, number>()
  const shown: PositionEntry[] = []
  for (const { channel, data } of publications) {
    if (!channel?.startsWith('floor:') || data.type !== 'position-batch') continue
    for (const entry of data.data as PositionEntry[]) {
      if (entry.seq <= (last.get(entry.transmitterId) ?? 0)) continue
      last.set(entry.transmitterId, entry.seq)
      shown.push(entry)
    }
  }
  return shown
}

/** What one backend publishes of what lay in the log, in a database of its own. */
async function madeAlone(databaseUrl: string, { arrivals, badges }: History): Promise<PositionEntry[]> {
  if (arrivals.length === 0) return []
  const url = new URL(databaseUrl)
  url.pathname = '/alone'
  const server = connect({ url: databaseUrl, poolSize: 1 })
  await sql`DROP DATABASE IF EXISTS alone WITH (FORCE)`.execute(server.db)
  await sql`CREATE DATABASE alone`.execute(server.db)
  const { db, close } = connect({ url: url.href, poolSize: 2 })
  try {
    await migrate(db)
    await ensurePartitions(db, Date.now())
    await makeSite(db, badges)
    return await locateInTurn(db, arrivals)
  } finally {
    await close()
    await server.close()
  }
}

const metresBetween = (a: PositionEntry, b: PositionEntry) =>
  Math.hypot(a.position.xM - b.position.xM, a.position.yM - b.position.yM)

function hopsIn(shown: readonly PositionEntry[]): string[] {
  const before = new Map<string, PositionEntry & { appearedAt: number }>()
  const hops: string[] = []
  for (const entry of shown) {
    const last = before.get(entry.transmitterId)
    const appearedAt = last?.appearedAt ?? entry.timestamp
    before.set(entry.transmitterId, { ...entry, appearedAt })
    if (!last || entry.timestamp - last.timestamp > 1000 || entry.timestamp - appearedAt < guessMs) continue
    const metres = metresBetween(entry, last)
    if (metres > farM + roundingM) hops.push(`${entry.transmitterId} at ${entry.timestamp}: ${metres.toFixed(1)} m`)
  }
  return hops
}

function compare(shown: readonly PositionEntry[], alone: readonly PositionEntry[]) {
  const nameOf = ({ transmitterId, timestamp }: PositionEntry) => `${transmitterId} ${timestamp}`
  const known = new Map(alone.map((entry) => [nameOf(entry), entry]))
  const appearedAt = new Map<string, number>()
  const astray: string[] = []
  let [compared, farthestM] = [0, 0]
  for (const entry of shown) {
    if (!appearedAt.has(entry.transmitterId)) appearedAt.set(entry.transmitterId, entry.timestamp)
    const same = known.get(nameOf(entry))
    if (!same || entry.timestamp - appearedAt.get(entry.transmitterId)! < guessMs) continue
    const metres = metresBetween(entry, same)
    compared++
    farthestM = Math.max(farthestM, Math.round(metres * 10) / 10)
    if (metres > Math.max(farM, same.accuracyM)) astray.push(`${nameOf(entry)}: ${metres.toFixed(1)} m`)
  }
  return { astray, compared, farthestM }
}

function longestGapMs(publications: History['published']): number {
  const times = publications.flatMap(({ data, at }) => (data?.type === 'position-batch' ? [at] : []))
  return times.reduce((longest, at, i) => Math.max(longest, i > 0 ? at - times[i - 1]! : 0), 0)
}
