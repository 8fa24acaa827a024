// Everything of deploy/several-machines as `npm run cluster` runs it, started and asked as an operator would: by its own lines.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { until } from '../setup/child-process.ts'
import { patienceMs } from './running-cluster.ts'

export type WholeCluster = Awaited<ReturnType<typeof startWholeCluster>>

/** The public port of `npm run cluster`: those after it must be free, too, which nobody can ask the system for. */
const port = Number(process.env['CLUSTER_PORT'] ?? 3900)

export async function startWholeCluster(people: number) {
  const child = spawn(process.execPath, ['scripts/run-cluster.mjs'], {
    cwd: fileURLToPath(new URL('../../', import.meta.url)),
    // When most are in.
    env: { ...process.env, CLUSTER_PORT: String(port), SIMULATOR_EMPLOYEES: String(people), SIMULATOR_CLOCK: '10:30' },
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
    const named = [...lines].map(([, name = '', pid]): [string, number] => [name, Number(pid)])
    return new Map(named.flatMap(([name, pid]) => [[name, pid], ...serverOf(name, pid)]))
  }
  /** What is asked of a process until it is back in its place: a backend is when it has its two of the six shares. */
  const health = new Map(
    [...said.matchAll(/^(web|relay|backend)-\d\s+(\S+)\s+pid/gm)].map(([, kind = '', address = '']) => [
      `http://${address}${{ web: '/api/health', relay: '/health' }[kind] ?? '/metrics'}`,
      kind,
    ]),
  )
  const isWhole = async () => {
    const well = [...health].map(async ([url, kind]) => {
      const reply = await fetch(url, { signal: AbortSignal.timeout(5000) }).catch(() => null)
      const text = (await reply?.text().catch(() => '')) ?? ''
      return kind === 'backend' ? text.match(/share_held\{share="\d"\} 1$/gm)?.length === 2 : reply?.ok === true
    })
    return (await Promise.all(well)).every(Boolean)
  }
  const [, email = '', password = ''] = /^safety {2}(\S+) {2}(\S+)$/m.exec(said) ?? []
  return {
    url: `http://localhost:${port}`,
    account: { email, password },
    pids,
    /** Waits until every process is back in its place. */
    whole: () => until('the cluster is whole', isWhole, patienceMs),
    async stop() {
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** A database's number is that of the process that keeps it running; the server itself is its child. */
function serverOf(name: string, pid: number): [string, number][] {
  if (!name.startsWith('postgres-')) return []
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
    const server = children.find((child) => readFileSync(`/proc/${child}/comm`, 'utf8').startsWith('postgres'))
    return server ? [[`${name} server`, Number(server)]] : []
  } catch {
    // It ends at this moment.
    return []
  }
}
