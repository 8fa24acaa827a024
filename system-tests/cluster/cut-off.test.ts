// Proof 4: the backend that leads is cut off from Redis, from PostgreSQL, from both; then Redis is killed and comes back with its
// file, and without. Positions go on at another backend, or at the same as soon as they can, and nothing is invented.
import { expect, it } from 'vitest'
import { until } from '../setup/child-process.ts'
import { positionsOf } from './cluster-queries.ts'
import { keepHistory, recordHistory } from './history.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { passing, prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { type Cluster, type ClusterNode, patienceMs, startCluster } from './running-cluster.ts'

const cutSeconds = 12

/** Every badge has a stored position of a reading that was sent after this moment; answers after how long, milliseconds. */
async function untilAlive({ db }: Cluster): Promise<number> {
  const since = Date.now()
  await until(
    'everybody has a new position',
    async () => {
      const positions = [...(await positionsOf(db)).values()]
      return positions.filter(({ at }) => at > since).length === proofSize.badges
    },
    patienceMs,
  )
  return Date.now() - since
}

/** Answers how long after another owner was there everybody had a new position, milliseconds. */
async function cutOff(cluster: Cluster, gatesOf: (node: ClusterNode) => ClusterNode['redis'][]): Promise<number> {
  const owner = await cluster.owner()
  for (const gate of gatesOf(owner)) gate.shut()
  await cluster.owner(owner)
  const afterMs = await untilAlive(cluster)
  await passing(cutSeconds)
  for (const gate of gatesOf(owner)) gate.open()
  await untilAlive(cluster)
  return afterMs
}

/** `disturb`: answers its figures. */
async function disturbed(name: string, disturb: (cluster: Cluster) => Promise<object>) {
  const cluster = await startCluster(3, proofSize.badges)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges: proofSize.badges, seconds: 3600 })
    await untilAlive(cluster)
    const aliveAfterMs = await disturb(cluster)
    player.stop()
    await player.ended
    const history = await recordHistory(cluster, player, log)
    keepHistory(history, name)
    const { faults, figures } = await judge(cluster, history)
    return { faults, figures: { aliveAfterMs, ...figures } }
  } finally {
    await cluster.stop()
  }
}

it('an owner that is cut off from Redis, from PostgreSQL or from both hands over', async () => {
  const once = (run: number) =>
    disturbed(`cut-off-${run}`, async (cluster) => ({
      redis: await cutOff(cluster, ({ redis }) => [redis]),
      postgres: await cutOff(cluster, ({ database }) => [database]),
      both: await cutOff(cluster, ({ redis, database }) => [redis, database]),
    }))
  expect(await prove('Proof 4 (cut off)', once)).toEqual([])
})

it('a Redis that is killed and comes back, with its file and without, is gone on with', async () => {
  const once = async (run: number) => {
    const { faults, figures } = await disturbed(`redis-killed-${run}`, async (cluster) => {
      const { redis } = cluster
      const comesBack = async (start: () => Promise<void>) => {
        await redis.kill()
        await passing(3)
        await start()
        return untilAlive(cluster)
      }
      return { withFile: await comesBack(redis.startWithFile), without: await comesBack(redis.startEmpty) }
    })
    // What lay in a file that is gone was acknowledged and may not have been read; where an answer was lost it is sent a second time.
    const { lost, doubled, stale, detectedAnew, hops } = faults
    return {
      faults: { stale, detectedAnew, hops },
      figures: { ...figures, lost: lost.length, doubled: doubled.length },
    }
  }
  expect(await prove('Proof 4 (Redis killed)', once)).toEqual([])
})
