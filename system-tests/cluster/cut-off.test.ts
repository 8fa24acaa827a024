// Proof 4: the backend that makes the positions is cut off from Redis, from PostgreSQL, from both; then Redis is killed and comes back with its
// file, and without. Positions go on at another backend, or at the same as soon as they can, and nothing is invented.
import { expect, it } from 'vitest'
import { until } from '../setup/child-process.ts'
import { positionsOf } from './cluster-queries.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play, type Player } from './player.ts'
import { proofSize } from './proof-size.ts'
import { type Cluster, type ClusterNode, patienceMs, startCluster } from './running-cluster.ts'

const passing = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const cutSeconds = 12

/** Every badge has a stored position of a reading that was sent after this moment. */
async function untilAlive({ db }: Cluster, badges: number): Promise<number> {
  const since = Date.now()
  await until(
    'everybody has a new position',
    async () => {
      const positions = [...(await positionsOf(db)).values()]
      return positions.filter(({ at }) => at > since).length === badges
    },
    patienceMs,
  )
  return Date.now() - since
}

async function cutOff(cluster: Cluster, name: string, gatesOf: (node: ClusterNode) => ClusterNode['redis'][]) {
  const owner = await cluster.owner()
  for (const gate of gatesOf(owner)) gate.shut()
  await cluster.owner(owner)
  const afterMs = await untilAlive(cluster, proofSize.badges)
  await passing(cutSeconds)
  for (const gate of gatesOf(owner)) gate.open()
  await untilAlive(cluster, proofSize.badges)
  console.log(`cut off from ${name}: everybody has a new position ${afterMs} ms after another owner was there`)
}

async function begun() {
  const cluster = await startCluster(3, proofSize.badges)
  const log = await recordLog(cluster.redis.port)
  const player = play({ ports: cluster.nodes.map(({ port }) => port), badges: proofSize.badges, seconds: 3600 })
  await untilAlive(cluster, proofSize.badges)
  return { cluster, log, player }
}

async function ended(player: Player): Promise<void> {
  player.stop()
  await player.ended
}

it('an owner that is cut off from Redis, from PostgreSQL or from both hands over', async () => {
  const { cluster, log, player } = await begun()
  try {
    await cutOff(cluster, 'Redis', ({ redis }) => [redis])
    await cutOff(cluster, 'PostgreSQL', ({ database }) => [database])
    await cutOff(cluster, 'both', ({ redis, database }) => [redis, database])
    await ended(player)
    const { lost, doubled, stale, detectedAnew, hops, longestGapMs } = await judge(cluster, player, log)
    console.log({ acknowledged: player.acknowledged.length, turnedAway: player.turnedAway, hops, longestGapMs })
    expect({ lost, doubled, stale, detectedAnew }).toEqual({ lost: [], doubled: [], stale: [], detectedAnew: [] })
  } finally {
    await cluster.stop()
  }
})

it('a Redis that is killed and comes back, with its file and without, is gone on with', async () => {
  const { cluster, log, player } = await begun()
  try {
    for (const start of [cluster.redis.startWithFile, cluster.redis.startEmpty]) {
      await cluster.redis.kill()
      await passing(3)
      await start()
      console.log(`Redis is back: everybody has a new position after ${await untilAlive(cluster, proofSize.badges)} ms`)
    }
    await ended(player)
    const { stale, detectedAnew, hops, longestGapMs } = await judge(cluster, player, log)
    console.log({ acknowledged: player.acknowledged.length, turnedAway: player.turnedAway, hops, longestGapMs })
    expect({ stale, detectedAnew }).toEqual({ stale: [], detectedAnew: [] })
  } finally {
    await cluster.stop()
  }
})
