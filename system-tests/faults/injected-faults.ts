// What is done to the running product, and undone: processes are killed, stopped, slowed and cut off from each other, its database and its
// disk refuse, clocks are wrong.
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../setup/child-process.ts'
import type { Clock, Preparations } from './preparations.ts'
import { refuseChanges, takeChanges, takeConnections } from './fault-queries.ts'
import { type ProcessName, processNames, type Product } from './supervised-product.ts'

const patienceMs = 90_000

/** Resolves when what was done has been undone. */
export type Fault = (product: Product) => Promise<void>

function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch {
    // It ended at this moment.
  }
}
/** The last three times of each: who watches over them gives up after five deaths of one within a minute. */
const killedAt = new Map<ProcessName, number[]>()
const killed =
  (...names: readonly ProcessName[]): Fault =>
  async (whole) => {
    for (const name of names) {
      const [, , third = -Infinity] = (killedAt.get(name) ?? []).toReversed()
      await sleep(Math.max(0, third + 60_000 - performance.now()))
    }
    const before = names.map(whole.pidOf)
    for (const [at, pid] of before.entries()) {
      const name = names[at]!
      killedAt.set(name, [...(killedAt.get(name) ?? []), performance.now()])
      signal(pid, 'SIGKILL')
    }
    await until(
      `${names.join(', ')} run again`,
      () => names.every((name, at) => isBack(whole, name, before[at])),
      patienceMs,
    )
  }
const stopped =
  (name: ProcessName, seconds: number): Fault =>
  async ({ pidsOf }) => {
    const pids = pidsOf(name)
    for (const pid of pids) signal(pid, 'SIGSTOP')
    await sleep(seconds * 1000)
    // Whoever watches over it may have ended it meanwhile.
    for (const pid of pids) signal(pid, 'SIGCONT')
  }
/** Runs a fifth of the time. */
const slowed =
  (name: ProcessName, seconds: number): Fault =>
  async ({ pidOf }) => {
    const pid = pidOf(name)
    for (let step = 0; step < seconds; step += 1) {
      signal(pid, 'SIGSTOP')
      await sleep(800)
      signal(pid, 'SIGCONT')
      await sleep(200)
    }
  }
const readOnly: Fault = async (whole) => {
  await refuseChanges(whole)
  await sleep(10_000)
  await takeChanges(whole)
}
/** Who was connected is sent away, and nobody else is let in. */
const connectionsTaken: Fault = async (whole) => {
  const free = await takeConnections(whole)
  await sleep(10_000)
  await free()
}
const auditDiskFull: Fault = async ({ fillAuditDisk }) => {
  const free = fillAuditDisk()
  await sleep(10_000)
  free()
}
/** As after a power cut: all at once, and back in whatever order they come. */
const everythingKilled = killed(...processNames)
const oneAfterTheOther: Fault = async (whole) => {
  const order = processNames.toSorted(() => Math.random() - 0.5)
  console.log(`In this order: ${order.join(', ')}.`)
  for (const name of order) {
    await until(`${name} runs`, () => isBack(whole, name, undefined), patienceMs)
    await killed(name)(whole)
  }
}

/** Nothing comes through, and nobody is told. */
const cutOff =
  (whom: keyof Preparations['gates'], seconds: number): Fault =>
  async ({ prepared }) => {
    const gate = prepared!.gates[whom]
    gate.shut()
    await sleep(seconds * 1000)
    gate.open()
  }
/** Wrong, and then right again. */
const clockOff =
  (whose: Clock, seconds: number): Fault =>
  async ({ prepared }) => {
    prepared!.setClock({ [whose]: seconds * 1000 })
    await sleep(15_000)
    prepared!.setClock({})
  }

/** Another than before. */
function isBack({ pidOf }: Product, name: ProcessName, before: number | undefined): boolean {
  try {
    return pidOf(name) !== before
  } catch {
    return false
  }
}

export const faults: Readonly<Record<string, Fault>> = {
  'the relay is killed': killed('relay'),
  'the relay stands still for ten seconds': stopped('relay', 10),
  'the backend is killed': killed('backend'),
  'the backend stands still for twenty seconds': stopped('backend', 20),
  'the backend is slow': slowed('backend', 15),
  'the web server is killed': killed('web'),
  'the web server stands still for ten seconds': stopped('web', 10),
  'the database is killed': killed('database'),
  'the database stands still for twenty seconds': stopped('database', 20),
  'the database takes no changes': readOnly,
  'the database has no connection left': connectionsTaken,
  'the disk of the audit file is full': auditDiskFull,
  'everything is killed': everythingKilled,
  'one process after the other is killed': oneAfterTheOther,
}

/** For a product that was prepared for them. */
export const preparedFaults: Readonly<Record<string, Fault>> = {
  'the web server is cut off from the backend': cutOff('the web server from the backend', 15),
  'the backend is cut off from the relay': cutOff('the backend from the relay', 15),
  'pages are cut off from the relay': cutOff('pages from the relay', 15),
  'receivers are cut off from the backend': cutOff('receivers from the backend', 15),
  "the backend's clock is 90 s ahead": clockOff('backend', 90),
  "the backend's clock is 90 s behind": clockOff('backend', -90),
  "the web server's clock is 90 s ahead": clockOff('web', 90),
  "the web server's clock is 90 s behind": clockOff('web', -90),
}
