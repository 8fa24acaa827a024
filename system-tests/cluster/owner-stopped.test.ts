// Proof 3: the backend that makes the positions stands still for ten seconds and wakes up. Another one has taken over; what the first still
// wants to write is refused, all of it, and it reads the log no more.
import { expect, it } from 'vitest'
import { until } from '../setup/child-process.ts'
import { ownerOf } from './cluster-queries.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

const passing = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))
const stillSeconds = 10

it('an owner that stood still for ten seconds changes nothing', async () => {
  const { badges } = proofSize
  const cluster = await startCluster(3, badges)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges, seconds: 3600 })
    await passing(10)
    // Whether something waits to be written at the moment of standing still is a matter of luck.
    for (let refused = 0; refused === 0;) {
      const owner = await cluster.owner()
      const { epoch } = await ownerOf(cluster.db)
      owner.signal('SIGSTOP')
      await passing(stillSeconds)
      const next = await cluster.owner(owner)
      expect((await ownerOf(cluster.db)).epoch).toBeGreaterThan(epoch)
      owner.signal('SIGCONT')
      await until('it answers again', () => owner.counted('positioning_positions').then(() => true))
      await passing(3)
      refused = await owner.counted('positioning_refused')
      console.log({ refused })
      const before = await owner.counted('positioning_positions')
      await passing(3)
      expect(await owner.counted('positioning_positions')).toBe(before)
      expect(await next.counted('positioning_refused')).toBe(0)
    }
    player.stop()
    await player.ended
    const { lost, doubled, stale, detectedAnew, hops, longestGapMs } = await judge(cluster, player, log)
    console.log({ acknowledged: player.acknowledged.length, hops, longestGapMs })
    expect({ lost, doubled, stale, detectedAnew }).toEqual({ lost: [], doubled: [], stale: [], detectedAnew: [] })
  } finally {
    await cluster.stop()
  }
})
