// A real Redis Cluster of three masters for a test, each with a third of the slots.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../bench/src/measuring/free-ports.ts'
import { redisCommand } from './redis-command.ts'
import { eventually } from './relay-process.ts'

/** A program of the machine, not of a package. */
const redis = 'redis-server'
const thirds = ['0 5460', '5461 10922', '10923 16383']

export async function startRedisCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'relay-cluster-'))
  const members = await Promise.all(
    thirds.map(async (slots) => ({ slots, port: await freePort(), bus: await freePort() })),
  )
  const children = new Map<number, ChildProcess>()
  const at = (port: number) => `redis://127.0.0.1:${port}`

  async function start({ port, bus }: { port: number; bus: number }): Promise<void> {
    const options = {
      port,
      'cluster-port': bus,
      bind: '127.0.0.1',
      save: '',
      dir: folder,
      'cluster-enabled': 'yes',
      'cluster-config-file': `nodes-${port}.conf`,
      'cluster-node-timeout': 2000,
    }
    const args = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)])
    children.set(port, spawn(redis, args, { stdio: 'ignore' }))
    await eventually(() => redisCommand(at(port), 'PING').catch(() => null))
  }

  const isWhole = () =>
    eventually(async () => {
      const states = await Promise.all(members.map(({ port }) => redisCommand(at(port), 'CLUSTER INFO')))
      return states.every((state) => state.includes('cluster_state:ok') && state.includes('cluster_known_nodes:3'))
    })

  await Promise.all(members.map(start))
  for (const { port, slots } of members) await redisCommand(at(port), `CLUSTER ADDSLOTSRANGE ${slots}`)
  const [first, ...others] = members
  for (const { port, bus } of others) await redisCommand(at(first?.port ?? 0), `CLUSTER MEET 127.0.0.1 ${port} ${bus}`)
  await isWhole()

  const end = (port: number) =>
    new Promise<void>((resolve) => {
      const child = children.get(port)
      if (!child || child.exitCode !== null || child.signalCode !== null) return resolve()
      child.once('exit', () => resolve())
      child.kill('SIGKILL')
    })
  return {
    /** As in a configuration file. */
    address: members.map(({ port }) => `127.0.0.1:${port}`).join(','),
    urls: members.map(({ port }) => at(port)),
    /** One of them is killed … */
    kill: () => end(members[1]?.port ?? 0),
    /** … and started again, empty. */
    async startAgain(): Promise<void> {
      if (members[1]) await start(members[1])
      await isWhole()
    },
    async stop(): Promise<void> {
      await Promise.all(members.map(({ port }) => end(port)))
      rmSync(folder, { recursive: true })
    },
  }
}
