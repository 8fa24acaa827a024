// `npm run bench -- proxy`: what a proxied request costs with all five middlewares on, beside bare nginx, the usual Node
// proxies with the same protections, and oauth2-proxy (`--short`: one round, to see that everything works). Interleaved rounds; the ratios of neighbours are what counts on a busy machine.
import { pinning, start, type MeasuredProcess } from '../measuring/measured-process.ts'
import { median, medianRatio } from '../measuring/numbers.ts'
import { cpuMicroseconds, waitedMicroseconds, watchOthers } from '../measuring/process-meter.ts'
import type { LoadJob, LoadResult } from '../measuring/http-load.ts'
import { onBun } from '../measuring/programs.ts'
import { credentialsFrom, probe } from './protection-probe.ts'
import { operatorToken, startProxies, type Proxy, type ProxyName } from './proxies.ts'
import {
  measurement,
  printGoals,
  printJson,
  printOtherLoad,
  printTable,
  roundsWithin,
  type Goal,
} from '../measuring/report.ts'
import { slowDownload, type DownloadResult } from './slow-download.ts'
import { browserRequest, newZone } from './zone-requests.ts'

const short = process.argv.includes('--short')
const rounds = short ? 1 : 4
/** Seconds after which no further round begins. */
const timeLimit = 190
const seconds = 3
/** A Node process gets faster for several seconds, until the compiler is done with its hot paths. */
const warmUpSeconds = 2
const mostWarmUps = short ? 1 : 5
const connections = 64

type Kind = 'GET' | 'POST'
const kinds: readonly Kind[] = ['GET', 'POST']
const statusOf = { GET: 200, POST: 201 } as const
const columns = [
  '',
  'CPU µs/request',
  'requests/s',
  'p50 ms',
  'p99 ms',
  'best p99',
  'slowest first',
  'waited for core %',
  'ours ÷ this',
]

/**
 * One number per round. CPU in microseconds per request, times in milliseconds. `first` is the slowest first request of a
 * connection; `waited` the percentage of the time in which the proxy was ready to run and others had its core.
 */
type Series = Record<'cpu' | 'rate' | 'p50' | 'p99' | 'first' | 'waited', number[]>

type Subject = { readonly proxy: Proxy; readonly requests: Record<Kind, string>; readonly series: Record<Kind, Series> }

await measurement(async () => {
  const backend = await start({ ...(await onBun('bench/src/proxy/stub-backend.ts')), side: 'load' })
  const load = await start({ ...(await onBun('bench/src/measuring/http-load.ts')), side: 'load' })
  const { proxies, skipped } = await startProxies(backend.port)
  const subjects = await prepare(proxies)
  console.log(`${connections} connections, ${rounds} rounds of ${seconds} s each; ${pinning}.`)
  for (const sentence of skipped) console.log(sentence)

  for (const subject of subjects) for (const kind of kinds) await warmUp(subject, kind, load)
  const others = watchOthers()
  for (const _ of roundsWithin(rounds, timeLimit)) {
    for (const kind of kinds) {
      for (const subject of subjects) note(subject.series[kind], await measure(subject, kind, seconds, load))
    }
  }
  const otherCores = others()
  const ours = find(subjects, 'ours')
  if (!ours) throw new Error('Our own server layer did not start.')
  const download = await slowDownload(ours.proxy.port, ours.proxy.pid, `auth_token=${operatorToken()}`)
  report(subjects, download, otherCores)
})

/** Every proxy gets the same requests with the CSRF pair it handed out; nginx, which hands out none, gets ours. */
async function prepare(proxies: readonly Proxy[]): Promise<Subject[]> {
  const token = operatorToken()
  const subjects: Subject[] = []
  for (const proxy of proxies) {
    const credentials = await credentialsFrom((proxy.isGuarded ? proxy : proxies[0]) ?? proxy, token)
    if (proxy.isGuarded) await probe(proxy, credentials)
    const cookie = [credentials.cookie, proxy.session].filter(Boolean).join('; ')
    const requests = {
      GET: browserRequest({ method: 'GET', path: '/api/zones', cookie }),
      POST: browserRequest({ method: 'POST', path: '/api/zones', body: newZone, ...credentials, cookie }),
    }
    const empty = (): Series => ({ cpu: [], rate: [], p50: [], p99: [], first: [], waited: [] })
    subjects.push({ proxy, requests, series: { GET: empty(), POST: empty() } })
  }
  return subjects
}

async function warmUp(subject: Subject, kind: Kind, load: MeasuredProcess): Promise<void> {
  let last = Infinity
  for (let turn = 0; turn < mostWarmUps; turn += 1) {
    const { cpu } = await measure(subject, kind, warmUpSeconds, load)
    if (cpu > last * 0.95) return
    last = cpu
  }
}

type Measured = LoadResult & { readonly cpu: number; readonly waited: number }

async function measure(
  { proxy, requests }: Subject,
  kind: Kind,
  length: number,
  load: MeasuredProcess,
): Promise<Measured> {
  const { port, pid, title } = proxy
  const job: LoadJob = { port, request: requests[kind], connections, seconds: length, status: statusOf[kind] }
  const [cpuBefore, waitedBefore] = [cpuMicroseconds(pid), waitedMicroseconds(pid)]
  const result = await load.ask<LoadResult>(job)
  const cpu = (cpuMicroseconds(pid) - cpuBefore) / result.requests
  const waited = (waitedMicroseconds(pid) - waitedBefore) / (result.seconds * 10_000)
  if (result.error !== null) throw new Error(`${title}, ${kind}: ${result.error}.`)
  return { ...result, cpu, waited }
}

function note(series: Series, { cpu, requests, seconds: length, p50, p99, longestFirst, waited }: Measured): void {
  series.cpu.push(cpu)
  series.rate.push(requests / length)
  series.p50.push(p50)
  series.p99.push(p99)
  series.first.push(longestFirst)
  series.waited.push(waited)
}

function find(subjects: readonly Subject[], name: ProxyName): Subject | undefined {
  return subjects.find(({ proxy }) => proxy.name === name)
}

function report(subjects: readonly Subject[], download: DownloadResult, otherCores: number): void {
  const cpuOf = (name: ProxyName, kind: Kind) => find(subjects, name)?.series[kind].cpu ?? []
  const ratioTo = (name: ProxyName, kind: Kind) => medianRatio(cpuOf('ours', kind), cpuOf(name, kind))
  for (const kind of kinds) {
    const rows = subjects.map(({ proxy, series }) => {
      const { cpu, rate, p50, p99, first, waited } = series[kind]
      const times = [median(p50), median(p99), Math.min(...p99), median(first)]
      return [proxy.title, median(cpu), median(rate), ...times, median(waited), ratioTo(proxy.name, kind)]
    })
    const title = kind === 'GET' ? 'GET /api/zones' : 'POST /api/zones (validated body; nginx validates nothing)'
    printTable(title, columns, rows)
  }
  const megabytes = (bytes: number) => bytes / (1024 * 1024)
  const { before, most, seconds: took } = download
  console.log(
    `\n200 MB download, read in ${took.toFixed(0)} s: ${megabytes(most).toFixed(0)} MB resident at most, ${megabytes(before).toFixed(0)} MB before.`,
  )
  printOtherLoad(otherCores)
  const p99 = (kind: Kind) => median(find(subjects, 'ours')?.series[kind].p99 ?? [])
  const goals: Goal[] = [
    { says: 'GET: CPU against bare nginx', measured: ratioTo('nginx', 'GET'), atMost: 10 },
    { says: 'validated POST: CPU against bare nginx', measured: ratioTo('nginx', 'POST'), atMost: 15 },
    { says: 'GET: CPU against Fastify', measured: ratioTo('fastify', 'GET'), atMost: 0.65 },
    { says: 'validated POST: CPU against Fastify', measured: ratioTo('fastify', 'POST'), atMost: 0.65 },
    { says: 'GET: CPU against Express', measured: ratioTo('express', 'GET'), atMost: 0.3 },
    { says: 'validated POST: CPU against Express', measured: ratioTo('express', 'POST'), atMost: 0.3 },
    { says: 'GET: p99 at 64 saturating connections, ms', measured: p99('GET'), atMost: 40 },
    { says: 'validated POST: p99 at 64 saturating connections, ms', measured: p99('POST'), atMost: 40 },
    { says: 'resident MB during a slow 200 MB download', measured: megabytes(most), atMost: 150 },
  ]
  printGoals(goals)
  const proxies = subjects.map(({ proxy, series }) => ({ name: proxy.name, ...series }))
  const done = find(subjects, 'ours')?.series.GET.cpu.length
  printJson({ measurement: 'proxy', rounds: done, seconds, connections, otherCores, proxies, download, goals })
}
