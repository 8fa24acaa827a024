// ER-10 and RL-09: a process that breaks inside, and one whose clock the cases move. What does it is loaded before the product, which
// knows nothing of it.
import { eventually } from '../bench/eventually.ts'
import { send, type RawAnswer } from '../bench/raw-http.ts'
import { withProcess } from './own-process.ts'
import type { Bench } from './trial.ts'

const loadedFirst = (source: string) => ({
  NODE_OPTIONS: `--import=data:text/javascript;base64,${Buffer.from(source).toString('base64')}`,
})

/** The description of the API can no longer be written down. */
const fault = `
const write = JSON.stringify
JSON.stringify = (value, ...rest) => {
  if (value?.openapi) throw new Error('secret detail')
  return write(value, ...rest)
}`

/** Time stands still; every signal takes it on by the next of these milliseconds. */
const clock = `
const steps = [899_000, 1_000]
let now = Date.now()
Date.now = () => now
process.on('SIGUSR2', () => (now += steps.shift() ?? 0))`

export async function sabotagedCases(bench: Bench): Promise<void> {
  await withProcess(bench, loadedFirst(fault), brokenHandler)
  await withProcess(bench, loadedFirst(clock), windowEdge)
}

async function brokenHandler(bench: Bench): Promise<void> {
  const isPlain = (answer: RawAnswer) =>
    answer.json().error?.code === 'internal_error' && !answer.body.includes('secret detail') ? null : 'tells why'
  const request = { path: '/api/openapi.json' }
  await bench.attempt('ER-10', 'an exception in a handler', request, { status: [500], forwarded: 0, check: isPlain })
  const logged = () => bench.stdout().split('internal_error').length - 1
  await eventually(() => logged() > 0).catch(() => undefined)
  bench.note('ER-10', 'is logged once', logged() === 1 ? null : `${logged()} times`)
  await bench.attempt('ER-10', 'and the process goes on', { path: '/api/zones' }, { status: [200], forwarded: 1 })
}

async function windowEdge(bench: Bench): Promise<void> {
  const login = () =>
    send(bench.port, {
      method: 'POST',
      path: '/api/auth/login',
      headers: { 'Content-Type': 'application/json' },
      body: '{"email":"a@b.org","password":"x"}',
    })
  for (let attempt = 1; attempt <= 5; attempt += 1)
    bench.note('RL-09', `attempt ${attempt}`, (await login()).status !== 429 ? null : 'refused')
  const refused = await login()
  bench.note('RL-09', 'the sixth', refused.header('retry-after') === '900' ? null : `answered ${refused.status}`)
  bench.signal('SIGUSR2')
  // Each of these tries is refused and must not prolong the window.
  await eventually(async () => (await login()).header('retry-after') === '1').catch(() => undefined)
  const late = await login()
  bench.note('RL-09', 'at 14:59', late.status === 429 && late.header('retry-after') === '1' ? null : `${late.status}`)
  bench.signal('SIGUSR2')
  await eventually(async () => (await login()).status !== 429).catch(() => undefined)
  const next = await login()
  bench.note('RL-09', 'at 15:00', next.header('x-ratelimit-remaining') === '3' ? null : `answered ${next.status}`)
}
