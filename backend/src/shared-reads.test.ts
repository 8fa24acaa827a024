// Who shares a read with whom.
import { expect, it } from 'vitest'
import { createSharedReads } from './shared-reads.ts'

/** Reads that end when the test says so. */
function controlled() {
  const begun: { resolve(answer: string): void; reject(error: Error): void }[] = []
  const read = () => new Promise<string>((resolve, reject) => void begun.push({ resolve, reject }))
  return { begun, read, share: createSharedReads<string>() }
}
const turn = () => new Promise((resolve) => setImmediate(resolve))

it('everybody who asks during a read shares the next one, which begins after they asked', async () => {
  const { begun, read, share } = controlled()
  const [first, second, third] = [share('a', read), share('a', read), share('a', read)]
  expect(begun).toHaveLength(1)
  begun[0]?.resolve('one')
  expect(await first).toBe('one')
  await turn()
  expect(begun).toHaveLength(2)
  const fourth = share('a', read)
  begun[1]?.resolve('two')
  expect(await Promise.all([second, third])).toEqual(['two', 'two'])
  await turn()
  begun[2]?.resolve('three')
  expect(await fourth).toBe('three')
})

it('keeps nothing: who asks when a read is over gets a new one, and another key is another read', async () => {
  const { begun, read, share } = controlled()
  const first = share('a', read)
  void share('b', read)
  expect(begun).toHaveLength(2)
  begun[0]?.resolve('one')
  await first
  await turn()
  void share('a', read)
  expect(begun).toHaveLength(3)
})

it('a read that fails, fails for those who shared it; the next one is tried', async () => {
  const { begun, read, share } = controlled()
  const [first, second] = [share('a', read), share('a', read)]
  begun[0]?.reject(new Error('no database'))
  await expect(first).rejects.toThrow('no database')
  await turn()
  begun[1]?.resolve('two')
  expect(await second).toBe('two')
})
