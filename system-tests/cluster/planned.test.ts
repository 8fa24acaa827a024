// Proof 5: one backend becomes three and then one again under load, each ended as a service manager ends it. A marker waits for the next one
// less than half a second longer than it waits on this machine anyway, and nothing is lost, doubled or invented.
import { expect, it } from 'vitest'
import type { PositionEntry } from '@rollcall/contracts/domains/positions'
import { type History, keepHistory, recordHistory } from './history.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { passing, prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

const plannedMs = 500
const restSeconds = 10

/** When a backend came or was told to end, and when its shares were somebody's; epoch milliseconds. */
interface HandOver {
  from: number
  to: number
}

/** The longest time between two publications of one badge: around each hand-over, and at any other time; milliseconds. */
function gapsIn({ published }: History, handOvers: readonly HandOver[]) {
  const before = new Map<string, number>()
  const longest = { planned: handOvers.map(() => 0), usual: 0 }
  for (const { channel, data, at } of published) {
    if (!channel?.startsWith('floor:') || data.type !== 'position-batch') continue
    for (const { transmitterId } of data.data as PositionEntry[]) {
      const last = before.get(transmitterId)
      before.set(transmitterId, at)
      if (last === undefined) continue
      const which = handOvers.findIndex(({ from, to }) => last <= to && at >= from)
      if (which < 0) longest.usual = Math.max(longest.usual, at - last)
      else longest.planned[which] = Math.max(longest.planned[which]!, at - last)
    }
  }
  return longest
}

async function once(run: number) {
  const { badges } = proofSize
  const cluster = await startCluster(3, badges, 1)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges, seconds: 3600 })
    await passing(restSeconds)
    const handOvers: HandOver[] = []
    for (const [i, node] of cluster.nodes.slice(1).entries()) {
      const starting = node.start()
      await cluster.counts(i + 2)
      const from = Date.now()
      await cluster.sharedBy(i + 2)
      handOvers.push({ from, to: Date.now() })
      await starting
    }
    for (let left = 3; left > 1; left--) {
      await passing(restSeconds)
      const owner = await cluster.owner()
      const from = Date.now()
      const ending = owner.end()
      await cluster.sharedBy(left - 1)
      handOvers.push({ from, to: Date.now() })
      await ending
    }
    await passing(restSeconds)
    player.stop()
    await player.ended
    const history = await recordHistory(cluster, player, log)
    keepHistory(history, `planned-${run}`)
    const { faults, figures } = await judge(cluster, history)
    const gaps = gapsIn(history, handOvers)
    const tooLong = gaps.planned.filter((ms) => ms > gaps.usual + plannedMs)
    return {
      faults: { ...faults, tooLong },
      figures: { gapMs: gaps, tookMs: handOvers.map(({ from, to }) => to - from), ...figures },
    }
  } finally {
    await cluster.stop()
  }
}

it('one backend, three, and one again', async () => {
  expect(await prove('Proof 5', once)).toEqual([])
})
