// Proof 1: the same recording through one backend and through three. Who entered which room is the same as a set, everybody was detected once,
// and nobody's last place differs.
import { expect, it } from 'vitest'
import { positionsOf } from './cluster-queries.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

/** Three metres: a room is twelve wide. */
const sameM = 3

async function run(nodes: number) {
  const { seconds, badges } = proofSize
  const cluster = await startCluster(nodes, badges)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges, seconds })
    await player.ended
    const verdict = await judge(cluster, player, log)
    return { verdict, places: await positionsOf(cluster.db) }
  } finally {
    await cluster.stop()
  }
}

it('one backend and three make the same of the same recording', async () => {
  const one = await run(1)
  const three = await run(3)
  for (const { verdict } of [one, three]) {
    const { lost, doubled, stale, detectedAnew, acknowledged, hops, published, longestGapMs } = verdict
    console.log({ acknowledged, lines: verdict.activity.length, hops, published, longestGapMs })
    expect({ lost, doubled, stale, detectedAnew }).toEqual({ lost: [], doubled: [], stale: [], detectedAnew: [] })
    expect(verdict.activity.filter((line) => line.startsWith('detected'))).toHaveLength(proofSize.badges)
  }
  expect(three.verdict.activity).toEqual(one.verdict.activity)
  const apart = [...one.places].filter(([badge, { xM, yM }]) => {
    const other = three.places.get(badge)
    return !other || Math.hypot(other.xM - xM, other.yM - yM) > sameM
  })
  expect(apart).toEqual([])
})
