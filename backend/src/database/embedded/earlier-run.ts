// What an earlier run left behind: a stale postmaster.pid, or a PostgreSQL whose starter died hard and that runs on alone.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { StartFailure } from './start-failure.ts'

/** Who started the PostgreSQL in this folder; kept in DATA_DIR, for the folder itself may belong to another user. */
export function rememberStarter(dataDir: string): void {
  writeFileSync(starterFile(dataDir), `${process.pid}\n${startTimeOf(process.pid) ?? ''}\n`, { mode: 0o600 })
}

export function forgetStarter(dataDir: string): void {
  rmSync(starterFile(dataDir), { force: true })
}

/** Leaves the folder free for a new start, or refuses when a living Rollcall uses it. */
export async function clearEarlierRun(dataDir: string, folder: string, say: (line: string) => void): Promise<void> {
  const pidFile = join(folder, 'postmaster.pid')
  if (!existsSync(pidFile)) return
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0])
  if (!isAlive(pid) || !isPostgres(pid)) {
    // PostgreSQL would refuse when the number now belongs to some other program of the same user.
    rmSync(pidFile, { force: true })
    return
  }
  if (starterLives(dataDir)) throw new StartFailure(`The database in ${folder} is already running (process ${pid}).`)
  say(`A database process of an earlier run (${pid}) is stopped first.`)
  await stopProcess(pid, 5_000)
}

/** Fast shutdown (SIGINT), then immediate (SIGQUIT), then kill: PostgreSQL recovers from each of them. */
export async function stopProcess(pid: number, patienceMs: number): Promise<void> {
  for (const [signal, patience] of [
    ['SIGINT', patienceMs],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 2_000],
  ] as const) {
    if (!send(pid, signal)) return
    const deadline = Date.now() + patience
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return
      await wait(25)
    }
  }
}

function starterFile(dataDir: string): string {
  return join(dataDir, 'database-starter')
}

function starterLives(dataDir: string): boolean {
  if (!existsSync(starterFile(dataDir))) return false
  const [pid, startTime] = readFileSync(starterFile(dataDir), 'utf8').split('\n')
  return Number(pid) !== process.pid && isAlive(Number(pid)) && (startTimeOf(Number(pid)) ?? '') === startTime
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 1) return false
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as { code?: unknown }).code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal)
  } catch {
    return false
  }
}

function isPostgres(pid: number): boolean {
  try {
    return execFileSync('ps', ['-p', String(pid), '-o', 'comm='], { encoding: 'utf8' }).includes('postgres')
  } catch {
    return processFields(pid)?.name === 'postgres'
  }
}

/** A process number is reused; together with its start time it is not. Null where the system does not tell. */
function startTimeOf(pid: number): string | null {
  return processFields(pid)?.startTime ?? null
}

function isZombie(pid: number): boolean {
  return processFields(pid)?.state === 'Z'
}

/** From /proc/<pid>/stat: "pid (name) state ppid …", the start time being the 22nd field. */
function processFields(pid: number): { name: string; state: string; startTime: string } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const end = text.lastIndexOf(')')
    const rest = text.slice(end + 2).split(' ')
    return { name: text.slice(text.indexOf('(') + 1, end), state: rest[0] ?? '', startTime: rest[19] ?? '' }
  } catch {
    return null
  }
}
