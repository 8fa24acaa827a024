// What was recorded of a run, from outside of the backends: what gateways were acknowledged, what lay in the log, what was published, what the
// database has in the end. Written to CLUSTER_KEEP, if that names a folder.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../backend/src/database/schema.ts'
import { isLater } from '../../backend/src/ingest/log/reading-log.ts'
import type { Arrival } from '../../backend/tests/engines-in-turn.ts'
import { until } from '../setup/child-process.ts'
import { activityOf, positionsOf, readUpTo } from './cluster-queries.ts'
import type { LogRecord } from './log-record.ts'
import type { Acknowledged, Player } from './player.ts'
import type { Publication } from './relay-record.ts'
import { type Cluster, patienceMs } from './running-cluster.ts'

export interface History {
  badges: number
  acknowledged: readonly Acknowledged[]
  /** Batches that were turned away at least once before they were taken. */
  turnedAway: number
  /** How often each acknowledged reading was in the log, by `badge time`. */
  inLog: ReadonlyMap<string, number>
  /** What lay in the log, oldest first. */
  arrivals: readonly Arrival[]
  published: readonly Publication[]
  activity: readonly string[]
  places: ReadonlyMap<string, { at: number; xM: number; yM: number }>
}

/** After the recording has ended: waits until everything in the log was read, and its positions stored. */
export async function recordHistory(cluster: Cluster, player: Player, log: LogRecord): Promise<History> {
  const { db } = cluster
  await log.finish()
  await until('everything in the log was read', () => isAllRead(db, log.lastIds), patienceMs)
  // A badge is worked out twice a second at most: the last readings of the recording wait for their turn.
  const areLate = async () => staleIn(await positionsOf(db), player.acknowledged).length === 0
  await until('positions are as late as their readings', areLate, 120_000).catch(() => undefined)
  return {
    badges: cluster.badges,
    acknowledged: player.acknowledged,
    turnedAway: player.turnedAway,
    inLog: log.counts,
    arrivals: log.arrivals(),
    published: cluster.published,
    activity: await activityOf(db),
    places: await positionsOf(db),
  }
}

/** Badges whose position is older than their last acknowledged reading. */
export function staleIn(places: History['places'], acknowledged: History['acknowledged']): string[] {
  const last = new Map<string, number>()
  for (const { transmitterId, at } of acknowledged) last.set(transmitterId, Math.max(at, last.get(transmitterId) ?? 0))
  return [...last].filter(([badge, at]) => (places.get(badge)?.at ?? 0) < at).map(([badge]) => badge)
}

export function keepHistory(history: History, name: string): void {
  const folder = process.env['CLUSTER_KEEP']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  const plain = { ...history, inLog: [...history.inLog], places: [...history.places] }
  writeFileSync(join(folder, `${name}.json`), JSON.stringify(plain))
}

async function isAllRead(db: Database, lastIds: readonly string[]): Promise<boolean> {
  const upTo = await readUpTo(db)
  return upTo.length === lastIds.length && lastIds.every((id, i) => id === '0-0' || !isLater(id, upTo[i]!))
}
