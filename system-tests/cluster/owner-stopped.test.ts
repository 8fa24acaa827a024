// Proof 3: the backend that leads stands still for ten seconds and wakes up. The others have taken over its shares; what it still wants to
// write of them is refused, all of it, and it gets its part anew.
import { expect, it } from 'vitest'
import { until } from '../setup/child-process.ts'
import { leaderOf } from './cluster-queries.ts'
import { keepHistory, recordHistory } from './history.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { passing, prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

const stillSeconds = 10

async function once(run: number) {
  const { badges } = proofSize
  const cluster = await startCluster(3, badges)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges, seconds: 3600 })
    await passing(10)
    const wrong: string[] = []
    let [refused, attempts] = [0, 0]
    // Whether something waits to be written at the moment of standing still is a matter of luck.
    for (; refused === 0; attempts++) {
      const owner = await cluster.owner()
      const { epoch } = await leaderOf(cluster.db)
      owner.signal('SIGSTOP')
      await passing(stillSeconds)
      const next = await cluster.owner(owner)
      if ((await leaderOf(cluster.db)).epoch <= epoch) wrong.push('the epoch is no later')
      owner.signal('SIGCONT')
      await until('it answers again', () => owner.counted('positioning_positions').then(() => true))
      await passing(3)
      refused = await owner.counted('positioning_refused')
      await cluster.sharedBy(3)
      if ((await next.counted('positioning_refused')) > 0) wrong.push('the next one is refused')
    }
    player.stop()
    await player.ended
    const history = await recordHistory(cluster, player, log)
    keepHistory(history, `owner-stopped-${run}`)
    const { faults, figures } = await judge(cluster, history)
    return { faults: { ...faults, wrong }, figures: { attempts, refused, ...figures } }
  } finally {
    await cluster.stop()
  }
}

it('an owner that stood still for ten seconds changes nothing', async () => {
  expect(await prove('Proof 3', once)).toEqual([])
})
