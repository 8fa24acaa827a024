// CPU time and memory of a process and its children, read from /proc; and how busy the machine was with other things. Linux only.
import { readdirSync, readFileSync } from 'node:fs'

/** Linux reports CPU time to programs in hundredths of a second, on every architecture. */
const microsecondsPerTick = 10_000

/** User and system time since the start, of the process and its descendants, also those that have ended, microseconds. */
export function cpuMicroseconds(pid: number): number {
  return treeOf(pid).reduce((sum, one) => {
    const fields = statFields(one)
    return sum + fields.slice(11, 15).reduce((ticks, field) => ticks + Number(field), 0) * microsecondsPerTick
  }, 0)
}

/**
 * The same, exact: ticks are too coarse for slices of a fifth of a second. Linux counts in nanoseconds only for threads that are
 * alive, so the meter remembers those that have ended as it last saw them.
 */
export function createCpuMeter(root: number): () => number {
  const nanoseconds = new Map<string, number>()
  return () => {
    for (const pid of treeOf(root)) {
      for (const thread of threadsOf(pid)) {
        const file = `/proc/${pid}/task/${thread}/schedstat`
        nanoseconds.set(file, Math.max(Number(readOrNothing(file).split(' ')[0]), nanoseconds.get(file) ?? 0))
      }
    }
    let sum = 0
    for (const spent of nanoseconds.values()) sum += spent
    return sum / 1000
  }
}

export function residentBytes(pid: number): number {
  return treeOf(pid).reduce((sum, one) => {
    const kilobytes = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1]
    return sum + Number(kilobytes ?? 0) * 1024
  }, 0)
}

/** How long the main threads were ready to run while something else had their core, microseconds since the start. */
export function waitedMicroseconds(pid: number): number {
  return treeOf(pid).reduce((sum, one) => {
    const nanoseconds = readFileSync(`/proc/${one}/schedstat`, 'utf8').split(' ')[1]
    return sum + Number(nanoseconds ?? 0) / 1000
  }, 0)
}

/** Begins to watch what the machine does beside the measurement; the answer is in cores kept busy by others since then. */
export function watchOthers(): () => number {
  const others = () => machineMicroseconds() - cpuMicroseconds(process.pid)
  const [before, startedAt] = [others(), performance.now()]
  return () => (others() - before) / ((performance.now() - startedAt) * 1000)
}

/** CPU time of the whole machine that was not idle, microseconds. */
function machineMicroseconds(): number {
  const line = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] = line.split(/\s+/).slice(1).map(Number)
  return (user + nice + system + irq + softirq + steal) * microsecondsPerTick
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
  } catch {
    return []
  }
}

/** What is read may end at any time. */
function readOrNothing(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function treeOf(root: number): number[] {
  const found = [root]
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const parents = new Map(all.map((name) => [Number(name), parentOf(Number(name))]))
  for (const listed of found) for (const [pid, parent] of parents) if (parent === listed) found.push(pid)
  return found
}

function parentOf(pid: number): number {
  try {
    return Number(statFields(pid)[1])
  } catch {
    // It ended while the list was read.
    return -1
  }
}

/** The fields of /proc/PID/stat from the state on: 0 state, 1 parent, 11 user and 12 system time, 13 and 14 of ended children. */
function statFields(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // The name stands in parentheses and may hold anything.
  return text.slice(text.lastIndexOf(')') + 2).split(' ')
}
