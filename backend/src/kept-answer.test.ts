import { expect, it, vi } from 'vitest'
import { keepAnswer } from './kept-answer.ts'

const long = 60_000

it('reads once for everybody who asks within the time', async () => {
  const read = vi.fn<() => Promise<object>>(async () => ({}))
  const kept = keepAnswer(long, read)
  const answers = await Promise.all([kept.read(), kept.read()])
  expect(answers[0]).toBe(answers[1])
  expect(await kept.read()).toBe(answers[0])
  expect(read).toHaveBeenCalledTimes(1)
})

it('reads again when the time is over', async () => {
  let turn = 0
  const kept = keepAnswer(0, async () => ++turn)
  expect([await kept.read(), await kept.read()]).toEqual([1, 2])
})

it('does not give an answer that was under way when it was forgotten', async () => {
  const answers: ((value: string) => void)[] = []
  const kept = keepAnswer(long, () => new Promise<string>((resolve) => answers.push(resolve)))
  const before = kept.read()
  kept.forget()
  const after = kept.read()
  answers[0]?.('old')
  answers[1]?.('new')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await kept.read()).toBe('new')
})

it('does not keep a failure', async () => {
  let turn = 0
  const kept = keepAnswer(long, async () => {
    turn += 1
    if (turn === 1) throw new Error('The database is away')
    return turn
  })
  await expect(kept.read()).rejects.toThrow('away')
  expect(await kept.read()).toBe(2)
})
