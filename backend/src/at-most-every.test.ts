// Many who ask, few runs; nobody's change is missed.
import { expect, it } from 'vitest'
import { atMostEvery } from './at-most-every.ts'

it('runs for the first at once and once for all who follow, after the last of them asked', async () => {
  let changes = 0
  const seen: number[] = []
  const look = atMostEvery(50, async () => void seen.push(changes))
  changes++
  await look()
  const asked = Array.from({ length: 50 }, () => {
    changes++
    return look()
  })
  expect(seen).toEqual([1])
  await Promise.all(asked)
  expect(seen).toEqual([1, 51])
})
