// So many at once, in their order, and nobody for ever.
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const long = 3_600_000

describe('turns', () => {
  it('are given in order, so many at once', async () => {
    const turn = createTurns(2, long)
    const order: number[] = []
    const leave = [1, 2, 3, 4].map((n) =>
      turn().then((left) => {
        order.push(n)
        return left
      }),
    )
    const [first, second] = [await leave[0]!, await leave[1]!]
    expect(order).toEqual([1, 2])
    first()
    first()
    await leave[2]
    expect(order).toEqual([1, 2, 3])
    second()
    await leave[3]
    expect(order).toEqual([1, 2, 3, 4])
  })

  it('come by themselves after a while, and then count as the others do', async () => {
    const turn = createTurns(1, 5)
    const first = await turn()
    const second = await turn()
    let isThird = false
    const slow = createTurns(1, long)
    const [one, waits] = [await slow(), slow().then(() => (isThird = true))]
    first()
    second()
    await expect(turn()).resolves.toBeTypeOf('function')
    expect(isThird).toBe(false)
    one()
    await waits
  })
})
