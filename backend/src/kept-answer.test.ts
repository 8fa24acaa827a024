import { describe, expect, it, vi } from 'vitest'
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

describe('a renewal', () => {
  const aKept = () => {
    const answers: ((value: string) => void)[] = []
    const kept = keepAnswer(long, () => new Promise<string>((resolve) => answers.push(resolve)))
    return { kept, answer: (turn: number, value: string) => answers[turn]?.(value) }
  }

  it('lets the answer there is serve until the new one has come', async () => {
    const { kept, answer } = aKept()
    const first = kept.read()
    answer(0, 'old')
    const renewed = kept.renew(0)
    expect(await kept.read()).toBe(await first)
    answer(1, 'new')
    await renewed
    expect(await kept.read()).toBe('new')
  })

  it('that was under way when the answer was forgotten is not kept', async () => {
    const { kept, answer } = aKept()
    const renewed = kept.renew(0)
    kept.forget()
    answer(0, 'read before the change')
    await renewed
    const after = kept.read()
    answer(1, 'new')
    expect(await after).toBe('new')
  })

  it('is not made when the answer is young', async () => {
    const read = vi.fn<() => Promise<string>>(async () => 'answer')
    const kept = keepAnswer(long, read)
    await kept.read()
    await kept.renew(long)
    expect(read).toHaveBeenCalledTimes(1)
    kept.forget()
    await kept.renew(long)
    expect(read).toHaveBeenCalledTimes(2)
  })

  it('never replaces an answer that was asked for later', async () => {
    const { kept, answer } = aKept()
    const renewed = kept.renew(0)
    const later = kept.read()
    answer(1, 'later')
    await later
    answer(0, 'earlier')
    await renewed
    expect(await kept.read()).toBe('later')
  })
})
