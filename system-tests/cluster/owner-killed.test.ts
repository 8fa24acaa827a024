// Proof 2: the backend that leads is killed again and again while gateways go on. No reading that was acknowledged is lost,
// doubled or unread, nobody is detected anew, no line of the activity log is there twice, and markers are where one backend alone has them.
import { expect, it } from 'vitest'
import { keepHistory, recordHistory } from './history.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { passing, prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

async function once(run: number) {
  const { seconds, badges, killEvery } = proofSize
  const cluster = await startCluster(3, badges)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges, seconds })
    const kills = Math.max(1, Math.floor(seconds / killEvery) - 1)
    for (let kill = 0; kill < kills; kill++) {
      await passing(killEvery)
      const owner = await cluster.owner()
      await owner.kill()
      await cluster.owner(owner)
      await owner.start()
    }
    await player.ended
    const history = await recordHistory(cluster, player, log)
    keepHistory(history, `owner-killed-${run}`)
    const { faults, figures } = await judge(cluster, history)
    // Nobody comes back to a room within the short form; at full length a round of the rooms takes eight stays.
    const rounds = Math.ceil(seconds / (8 * 57))
    const { activity } = history
    const often = activity.filter((line, i) => i >= rounds && activity[i - rounds] === line)
    const undetected = badges - activity.filter((line) => line.startsWith('detected')).length
    return {
      faults: { ...faults, often, undetected: Array.from({ length: Math.max(0, undetected) }) },
      figures: { kills, lines: activity.length, ...figures },
    }
  } finally {
    await cluster.stop()
  }
}

it('an owner that is killed again and again loses, doubles and invents nothing', async () => {
  expect(await prove('Proof 2', once)).toEqual([])
})
