import { describe, expect, it, vi } from 'vitest'
import { cacheAnswer } from './cached-answer.ts'

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

describe('a renewal', () => {
  const aKept = () => {
    const answers: ((value: string) => void)[] = []
    const cached = cacheAnswer(long, () => new Promise<string>((resolve) => answers.push(resolve)))
    return { cached, answer: (turn: number, value: string) => answers[turn]?.(value) }
  }

  it('lets the answer there is serve until the new one has come', async () => {
    const { cached, answer } = aKept()
    const first = cached.read()
    answer(0, 'old')
    const renewed = cached.renew(0)
    expect(await cached.read()).toBe(await first)
    answer(1, 'new')
    await renewed
    expect(await cached.read()).toBe('new')
  })

  it('that was under way when the answer was forgotten is not cached', async () => {
    const { cached, answer } = aKept()
    const renewed = cached.renew(0)
    cached.forget()
    answer(0, 'read before the change')
    await renewed
    const after = cached.read()
    answer(1, 'new')
    expect(await after).toBe('new')
  })

  it('is not made when the answer is young', async () => {
    const read = vi.fn<() => Promise<string>>(async () => 'answer')
    const cached = cacheAnswer(long, read)
    await cached.read()
    await cached.renew(long)
    expect(read).toHaveBeenCalledTimes(1)
    cached.forget()
    await cached.renew(long)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('never replaces an answer that was asked for later', async () => {
    const { cached, answer } = aKept()
    const renewed = cached.renew(0)
    const later = cached.read()
    answer(1, 'later')
    await later
    answer(0, 'earlier')
    await renewed
    expect(await cached.read()).toBe('later')
  })
})
