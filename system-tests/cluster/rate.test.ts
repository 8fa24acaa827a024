// Proof 6: so many raddecs a second (CLUSTER_RATE; 30000 is what a hospital of a thousand beds may send) to three backends, or as many as
// CLUSTER_BACKENDS says, each badge once a second. Nothing that was acknowledged is lost, doubled or unread; what it costs is printed, for
// each backend and for Redis. Backends, Redis, PostgreSQL and the gateways share the processors of this machine: figures are of processor
// time, not of what three machines would carry.
import { availableParallelism } from 'node:os'
import { expect, it } from 'vitest'
import { staleIn, recordHistory } from './history.ts'
import { recordLog } from './log-record.ts'
import { play } from './player.ts'
import { prove } from './proof.ts'
import { proofSize } from './proof-size.ts'
import { startCluster } from './running-cluster.ts'

const together = 100

async function once() {
  const { rate, rateSeconds, backends } = proofSize
  const cluster = await startCluster(backends, rate)
  try {
    const log = await recordLog(cluster.redis.port)
    const parts = [...cluster.nodes, cluster.redis]
    const before = parts.map((part) => part.cpuSeconds())
    const beganAt = Date.now()
    const ports = cluster.nodes.map(({ port }) => port)
    const player = play({ ports, badges: rate, seconds: rateSeconds, everyMs: 1000, together })
    await player.ended
    const sentMs = Date.now() - beganAt
    const { acknowledged, inLog, places, turnedAway } = await recordHistory(cluster, player, log)
    const behindMs = Date.now() - beganAt - sentMs
    const keys = acknowledged.map(({ transmitterId, at }) => `${transmitterId} ${at}`)
    const cpu = parts.map((part, i) => Math.round(((part.cpuSeconds() - before[i]!) / acknowledged.length) * 1e6))
    return {
      faults: {
        lost: keys.filter((key) => !inLog.has(key)),
        doubled: [...inLog].filter(([, count]) => count > 1).map(([key]) => key),
        stale: staleIn(places, acknowledged),
      },
      figures: {
        asked: rate,
        perSecond: Math.round((acknowledged.length / sentMs) * 1000),
        turnedAway,
        allReadAfterMs: behindMs,
        microsecondsPerRaddec: { backends: cpu.slice(0, -1), redis: cpu.at(-1) },
        processors: availableParallelism(),
      },
    }
  } finally {
    await cluster.stop()
  }
}

it('several backends take what many gateways send', async () => {
  expect(await prove('Proof 6', once)).toEqual([])
})
