// The processors shared out as systemd shares them among services (CPUWeight in deploy/systemd), for measurements that fill them all. Where
// processes are started by hand, every session of PostgreSQL counts as much as the whole backend.
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from './programs.ts'

/** Control groups of either version, and the usual weight of systemd in their own measure. */
const kinds = [
  { folder: '/sys/fs/cgroup/cpu', file: 'cpu.shares', usual: 1024 },
  { folder: '/sys/fs/cgroup', file: 'cpu.weight', usual: 100 },
] as const
const usualWeight = 100

export type ProcessorShares = {
  /** For the report. */
  readonly says: string
  /** When the processes have ended. */
  readonly remove: () => void
}

/** By name of the service: a process, which keeps its children. */
export function shareProcessors(services: Readonly<Record<string, number>>): ProcessorShares {
  const groups: string[] = []
  const remove = () => groups.forEach((group) => rmdirSync(group))
  const kind = kinds.find(({ folder }) => existsSync(join(folder, 'cgroup.procs')))
  try {
    if (!kind) throw new Error('there are no control groups')
    for (const [name, pid] of Object.entries(services)) {
      const group = join(kind.folder, `rollcall-bench-${pid}`)
      mkdirSync(group)
      groups.push(group)
      writeFileSync(join(group, kind.file), String(Math.round((weightOf(name) / usualWeight) * kind.usual)))
      for (const one of withChildren(pid)) writeFileSync(join(group, 'cgroup.procs'), String(one))
    }
    return { says: 'The processors are shared out as systemd does it.', remove }
  } catch (error) {
    remove()
    const reason = error instanceof Error ? error.message : String(error)
    return { says: `!!! The processors are not shared out as systemd does it: ${reason}.`, remove: () => undefined }
  }
}

function weightOf(service: string): number {
  const unit = join(projectRoot, 'deploy/systemd', `rollcall-${service}.service`)
  const written = existsSync(unit) ? /^CPUWeight=(\d+)$/m.exec(readFileSync(unit, 'utf8'))?.[1] : undefined
  return Number(written ?? usualWeight)
}

function withChildren(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number)
  return [pid, ...children]
}
