// Work that must be done one after another, in groups: what comes while a group is under way is the next one. However many ask, they
// need one connection, and take the lock that they all need once. Used by domains/emergency/decide.ts.

/** Resolves or rejects for this job alone. */
export type InGroups<Job, Result> = (key: string, job: Job) => Promise<Result>

type Options<Job, Result> = {
  /** All of it or nothing. An answer per job, in their order; an error refuses that job and none of the others. */
  readonly work: (jobs: readonly Job[]) => Promise<readonly (Result | Error)[]>
  /** Jobs that are one by this may not be in the same group. */
  readonly nameOf: (job: Job) => string
  /** Whether each of them would fail alike. */
  readonly isCommon: (error: unknown) => boolean
}

type Waiting<Job, Result> = {
  readonly job: Job
  resolve(result: Result): void
  reject(reason: unknown): void
}

/** Jobs of the same `key` never at the same time. */
export function createGroups<Job, Result>({ work, nameOf, isCommon }: Options<Job, Result>): InGroups<Job, Result> {
  const lines = new Map<string, Waiting<Job, Result>[]>()
  const nextGroup = (line: Waiting<Job, Result>[]) => {
    const names = new Set<string>()
    const group = line.filter(({ job }) => !names.has(nameOf(job)) && names.add(nameOf(job)))
    const isTaken = new Set(group)
    return { group, rest: line.filter((one) => !isTaken.has(one)) }
  }
  const run = async (group: readonly Waiting<Job, Result>[]): Promise<void> => {
    try {
      const answers = await work(group.map(({ job }) => job))
      for (const [n, { resolve, reject }] of group.entries()) {
        const answer = answers[n] as Result | Error
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
    } catch (error) {
      // One that cannot be done is nothing to the others.
      if (group.length > 1 && !isCommon(error)) for (const one of group) await run([one])
      else for (const { reject } of group) reject(error)
    }
  }
  const workOff = async (key: string) => {
    for (let line = lines.get(key)!; line.length > 0; line = lines.get(key)!) {
      const { group, rest } = nextGroup(line)
      lines.set(key, rest)
      await run(group)
    }
    lines.delete(key)
  }
  return (key, job) =>
    new Promise((resolve, reject) => {
      const line = lines.get(key)
      const waiting = { job, resolve, reject }
      if (line) return void line.push(waiting)
      lines.set(key, [waiting])
      void workOff(key)
    })
}
