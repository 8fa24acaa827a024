// What waits for the same thing is done together, and answered one by one.
import { describe, expect, it } from 'vitest'
import { createGroups } from './in-groups.ts'

/** Works when it is told to. */
function aWorkshop() {
  const begun: (readonly string[])[] = []
  const ends: (() => void)[] = []
  const inGroups = createGroups<string, string>({
    async work(jobs) {
      begun.push(jobs)
      await new Promise<void>((resolve) => ends.push(resolve))
      const wrong = ['broken', 'outage'].find((job) => jobs.includes(job))
      if (wrong) throw new Error(wrong)
      return jobs.map((job) => (job === 'refused' ? new Error('refused') : `${job} done`))
    },
    nameOf: (job) => job.charAt(0),
    isCommon: (error) => (error as Error).message === 'outage',
  })
  const end = async () => {
    ends.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { inGroups, begun, end }
}

describe('work in groups', () => {
  it('begins at once, and what comes meanwhile is the next group', async () => {
    const { inGroups, begun, end } = aWorkshop()
    const all = ['a', 'b', 'c'].map((job) => inGroups('line', job))
    expect(begun).toEqual([['a']])
    await end()
    expect(begun).toEqual([['a'], ['b', 'c']])
    await end()
    expect(await Promise.all(all)).toEqual(['a done', 'b done', 'c done'])
    void inGroups('line', 'd')
    expect(begun.at(-1)).toEqual(['d'])
  })

  it('does not wait for another line', () => {
    const { inGroups, begun } = aWorkshop()
    void inGroups('one', 'a')
    void inGroups('other', 'b')
    expect(begun).toEqual([['a'], ['b']])
  })

  it('keeps two of the same name apart, in their order', async () => {
    const { inGroups, begun, end } = aWorkshop()
    for (const job of ['a', 'b1', 'c', 'b2', 'b3']) void inGroups('line', job)
    for (const _ of [1, 2, 3]) await end()
    expect(begun).toEqual([['a'], ['b1', 'c'], ['b2'], ['b3']])
  })

  it('refuses one and not the others', async () => {
    const { inGroups, end } = aWorkshop()
    const settled = Promise.allSettled(['a', 'refused', 'c'].map((job) => inGroups('line', job)))
    for (const _ of [1, 2]) await end()
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('does each alone where a group fails', async () => {
    const { inGroups, begun, end } = aWorkshop()
    const settled = Promise.allSettled(['a', 'broken', 'c'].map((job) => inGroups('line', job)))
    for (const _ of [1, 2, 3, 4]) await end()
    expect(begun).toEqual([['a'], ['broken', 'c'], ['broken'], ['c']])
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  })

  it('fails together where each would', async () => {
    const { inGroups, begun, end } = aWorkshop()
    const settled = Promise.allSettled(['a', 'outage', 'c'].map((job) => inGroups('line', job)))
    for (const _ of [1, 2]) await end()
    expect((await settled).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
    expect(begun).toEqual([['a'], ['outage', 'c']])
  })
})
