// Proof 2: the backend that makes the positions is killed again and again while gateways go on. No reading that was acknowledged is lost,
// doubled or unread, nobody is detected anew, and no line of the activity log is there twice. Hops are printed, to be
// compared with those of one backend in proof 1.
import { expect, it } from 'vitest'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

const passing = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

it('an owner that is killed again and again loses, doubles and invents nothing', async () => {
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
    const verdict = await judge(cluster, player, log)
    const { lost, doubled, stale, detectedAnew, acknowledged, hops, published, longestGapMs, activity } = verdict
    console.log({
      kills,
      acknowledged,
      turnedAway: player.turnedAway,
      lines: activity.length,
      hops,
      published,
      longestGapMs,
    })
    expect({ lost, doubled, stale, detectedAnew }).toEqual({ lost: [], doubled: [], stale: [], detectedAnew: [] })
    expect(activity.filter((line) => line.startsWith('detected'))).toHaveLength(badges)
    // Nobody comes back to a room within the short form; at full length a round of the rooms takes eight stays.
    const rounds = Math.ceil(seconds / (8 * 57))
    const often = activity.filter((line, i) => i >= rounds && activity[i - rounds] === line)
    expect(often).toEqual([])
  } finally {
    await cluster.stop()
  }
})
