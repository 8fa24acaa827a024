// Everything of deploy/several-machines as `npm run cluster` runs it, started and asked as an operator would: by its own lines.
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { until } from '../setup/child-process.ts'
import { patienceMs } from './running-cluster.ts'

export type WholeCluster = Awaited<ReturnType<typeof startWholeCluster>>

/** The public port of `npm run cluster`: those after it must be free, too, which nobody can ask the system for. */
const port = Number(process.env['CLUSTER_PORT'] ?? 3900)

export async function startWholeCluster(people: number) {
  const child = spawn(process.execPath, ['scripts/run-cluster.mjs'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    env: { ...process.env, CLUSTER_PORT: String(port), SIMULATOR_EMPLOYEES: String(people) },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => (said += String(chunk)))
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()))
  await until('the cluster runs', () => said.includes('Kill what you like') || child.exitCode !== null, patienceMs)
  if (child.exitCode !== null) throw new Error(`The cluster did not start; it said: ${said.slice(-2000)}`)
  /** As it says when Enter is pressed. */
  const pids = async (): Promise<ReadonlyMap<string, number>> => {
    const from = said.length
    child.stdin.write('\n')
    const isWhole = () => /^simulator .*$/m.test(said.slice(from))
    await until('the cluster says its numbers', isWhole)
    const lines = said.slice(from).matchAll(/^(\S+)\s+\S+\s+pid (\d+)$/gm)
    return new Map([...lines].map(([, name = '', pid]) => [name, Number(pid)]))
  }
  const [, email = '', password = ''] = /^safety {2}(\S+) {2}(\S+)$/m.exec(said) ?? []
  return {
    url: `http://localhost:${port}`,
    account: { email, password },
    pids,
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}
