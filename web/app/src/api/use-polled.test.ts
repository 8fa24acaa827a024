import { describe, expect, it } from 'vitest'
import { effectScope } from 'vue'
import { ProblemError } from './problem-error.ts'
import { usePolled } from './use-polled.ts'

/** Something read from a hand-driven server; every read is kept with the way to answer it. Nothing polls without a browser. */
function polled() {
  const reads: { answer: (value: string) => void; refuse: (error: Error) => void }[] = []
  const read = () => new Promise<string>((answer, refuse) => void reads.push({ answer, refuse }))
  const result = effectScope().run(() => usePolled(read))
  if (!result) throw new Error('no scope')
  return { ...result, reads }
}

describe('usePolled', () => {
  it('reads again when something changed during a read, once, and answers when that is done', async () => {
    const { reads, data, refresh } = polled()
    const under = refresh()
    const seen: (string | null)[] = []
    const asked = [refresh(), refresh()].map((wish) => wish.then(() => seen.push(data.value)))
    reads[0]?.answer('before the change')
    await under
    expect(seen).toEqual([])
    await expect.poll(() => reads.length).toBe(2)
    reads[1]?.answer('after the change')
    await Promise.all(asked)
    expect(seen).toEqual(['after the change', 'after the change'])
    expect(reads).toHaveLength(2)
  })
  it('does so although the read under way fails', async () => {
    const { reads, data, problem, refresh } = polled()
    void refresh()
    const asked = refresh()
    reads[0]?.refuse(new Error('not right now'))
    await expect.poll(() => reads.length).toBe(2)
    expect(problem.value).not.toBeNull()
    reads[1]?.answer('after the change')
    await asked
    expect([data.value, problem.value]).toEqual(['after the change', null])
  })
  it('tells what does not exist from what cannot be read right now', async () => {
    const { reads, gone, refresh } = polled()
    const told: boolean[] = []
    for (const code of ['not_found', 'validation_failed', 'unreachable']) {
      const asked = refresh()
      reads.at(-1)?.refuse(new ProblemError({ code, message: 'Refused.', status: 0 }))
      await asked
      told.push(gone.value)
    }
    expect(told).toEqual([true, true, false])
  })
})
