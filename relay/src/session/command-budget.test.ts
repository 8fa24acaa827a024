// How many commands a connection may send, and when a flood ends it.
import { expect, it } from 'vitest'
import type { Limits } from '../limits.ts'
import { spend, type Spender } from './command-budget.ts'

const limits = { commandRate: 10, commandBurst: 20 } as Limits
const aSpender = (): Spender => ({ commandsLeft: 20, filledAt: 0, refusals: 0 })
const spendTimes = (spender: Spender, times: number, now: number) =>
  Array.from({ length: times }, () => spend(spender, limits, 1, now))

it('takes a burst, refuses the next, and goes on with so many a second', () => {
  const spender = aSpender()
  expect(new Set(spendTimes(spender, 20, 5000))).toEqual(new Set(['ok']))
  expect(spend(spender, limits, 1, 5000)).toBe('refuse')
  expect(spend(spender, limits, 1, 5099)).toBe('refuse')
  expect(spend(spender, limits, 1, 5100)).toBe('ok')
  expect(spend(spender, limits, 1, 5100)).toBe('refuse')
  expect(spendTimes(spender, 11, 6100)).toEqual([...Array.from({ length: 10 }, () => 'ok'), 'refuse'])
})

it('saves up no more than a burst', () => {
  const spender = aSpender()
  spendTimes(spender, 1, 5000)
  expect(spendTimes(spender, 21, 3_600_000).filter((verdict) => verdict === 'ok')).toHaveLength(20)
})

it('does not take the time before the first command for savings', () => {
  const spender = { ...aSpender(), commandsLeft: 1 }
  expect(spendTimes(spender, 2, 1_000_000)).toEqual(['ok', 'refuse'])
})

it('takes a dear command only when there is enough left, which a refusal leaves as it was', () => {
  const spender = aSpender()
  spendTimes(spender, 15, 5000)
  expect(spend(spender, limits, 6, 5000)).toBe('refuse')
  expect(spend(spender, limits, 5, 5000)).toBe('ok')
})

it('closes at the hundred and first refusal, unless half a burst was saved in between', () => {
  const spender = aSpender()
  spendTimes(spender, 20, 5000)
  expect(new Set(spendTimes(spender, 100, 5000))).toEqual(new Set(['refuse']))
  expect(spend(spender, limits, 1, 5000)).toBe('close')
  const patient = aSpender()
  spendTimes(patient, 120, 5000)
  // Half a burst after a second.
  spendTimes(patient, 10, 6000)
  expect(new Set(spendTimes(patient, 100, 6000))).toEqual(new Set(['refuse']))
  const hasty = aSpender()
  spendTimes(hasty, 120, 5000)
  spendTimes(hasty, 9, 5900)
  expect(spend(hasty, limits, 1, 5900)).toBe('close')
})
