import { expect, it, vi } from 'vitest'
import { cacheAnswer, cacheAnswers } from './cached-answer.ts'

const long = 60_000

it('reads once for everybody who asks within the time', async () => {
  const read = vi.fn<() => Promise<object>>(async () => ({}))
  const cached = cacheAnswer(long, read)
  const answers = await Promise.all([cached.read(), cached.read()])
  expect(answers[0]).toBe(answers[1])
  expect(await cached.read()).toBe(answers[0])
  expect(read).toHaveBeenCalledTimes(1)
})

it('reads again when the time is over', async () => {
  let turn = 0
  const cached = cacheAnswer(0, async () => ++turn)
  expect([await cached.read(), await cached.read()]).toEqual([1, 2])
})

it('does not give an answer that was under way when it was forgotten', async () => {
  const answers: ((value: string) => void)[] = []
  const cached = cacheAnswer(long, () => new Promise<string>((resolve) => answers.push(resolve)))
  const before = cached.read()
  cached.forget()
  const after = cached.read()
  answers[0]?.('old')
  answers[1]?.('new')
  expect(await before).toBe('old')
  expect(await after).toBe('new')
  expect(await cached.read()).toBe('new')
})

it('does not keep a failure', async () => {
  let turn = 0
  const cached = cacheAnswer(long, async () => {
    turn += 1
    if (turn === 1) throw new Error('The database is away')
    return turn
  })
  await expect(cached.read()).rejects.toThrow('away')
  expect(await cached.read()).toBe(2)
})

it('keeps answers to different questions apart, and forgets all of them', async () => {
  const cached = cacheAnswers(long)
  let turn = 0
  const ask = (key: string) => cached.read(key, async () => `${key} ${++turn}`)
  expect([await ask('a'), await ask('b'), await ask('a'), await ask('b')]).toEqual(['a 1', 'b 2', 'a 1', 'b 2'])
  cached.forget()
  expect([await ask('a'), await ask('b')]).toEqual(['a 3', 'b 4'])
})
