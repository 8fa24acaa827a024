// Proof 1: the same recording through one backend and through three. Who entered which room is the same as a set, everybody was detected once,
// and nobody's last place differs.
import { expect, it } from 'vitest'
import { type History, keepHistory, recordHistory } from './history.ts'
import { judge } from './judge.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

/** Three metres: a room is twelve wide. */
const sameM = 3

async function played(nodes: number, run: number) {
  const { seconds, badges } = proofSize
  const cluster = await startCluster(nodes, badges)
  try {
    const log = await recordLog(cluster.redis.port)
    const player = play({ ports: cluster.nodes.map(({ port }) => port), badges, seconds })
    await player.ended
    const history = await recordHistory(cluster, player, log)
    keepHistory(history, `same-recording-${nodes}-${run}`)
    return { history, ...(await judge(cluster, history)) }
  } finally {
    await cluster.stop()
  }
}

/** Lines that only one of them has. */
function differing(one: History, other: History): string[] {
  const [mine, theirs] = [new Set(one.activity), new Set(other.activity)]
  return [...one.activity.filter((line) => !theirs.has(line)), ...other.activity.filter((line) => !mine.has(line))]
}

async function once(run: number) {
  const one = await played(1, run)
  const three = await played(3, run)
  const apart = [...one.history.places].filter(([badge, { xM, yM }]) => {
    const other = three.history.places.get(badge)
    return !other || Math.hypot(other.xM - xM, other.yM - yM) > sameM
  })
  // Gateways give a batch up after half a minute: a machine that is too busy to take it leaves nothing to compare.
  const given = proofSize.badges * proofSize.seconds * 2
  const notTaken = [one, three].filter(({ figures }) => figures.acknowledged < given).map(({ figures }) => figures)
  return {
    faults: {
      ...Object.fromEntries(Object.entries(one.faults).map(([fault, found]) => [`${fault}ByOne`, found])),
      ...three.faults,
      notTaken,
      activity: differing(one.history, three.history),
      apart: apart.map(([badge]) => badge),
    },
    figures: { one: one.figures, three: three.figures },
  }
}

it('one backend and three make the same of the same recording', async () => {
  expect(await prove('Proof 1', once)).toEqual([])
})
