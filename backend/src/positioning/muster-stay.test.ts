// The stay at a muster point goes by readings and survives a restart.
import { expect, it } from 'vitest'
import { MusterStay } from './muster-stay.ts'

it('begins when it is sure and ends with the first doubt', () => {
  const stay = new MusterStay()
  const seen = [0.5, 0.81, 0.9, 0.99, 0.8, 0.9].map((probability, second) =>
    stay.update(probability, 1000 * (second + 1)),
  )
  expect(seen).toEqual([null, 2000, 2000, 2000, null, 6000])
  expect(stay.update(null, 7000)).toBeNull()
})

it('begins anew after a silence of more than ten seconds', () => {
  const stay = new MusterStay()
  expect([1000, 11_000, 21_001].map((at) => stay.update(0.9, at))).toEqual([1000, 1000, 21_001])
})

it('goes on after a restart, unless that took too long', () => {
  const [quick, slow] = [new MusterStay(), new MusterStay()]
  for (const stay of [quick, slow]) stay.resume(1000, 5000)
  expect(quick.update(0.9, 15_000)).toBe(1000)
  expect(slow.update(0.9, 15_001)).toBe(15_001)
})
