// So many at once, in their order, and nobody for ever.
import { describe, expect, it } from 'vitest'
import { createTurns } from './turns.ts'

const long = 3_600_000

describe('turns', () => {
  it('are given in order, so many at once', async () => {
    const turn = createTurns(() => 2, long)
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
    const turn = createTurns(() => 1, 5)
    const first = await turn()
    const second = await turn()
    let isThird = false
    const slow = createTurns(() => 1, long)
    const [one, waits] = [await slow(), slow().then(() => (isThird = true))]
    first()
    second()
    await expect(turn()).resolves.toBeTypeOf('function')
    expect(isThird).toBe(false)
    one()
    await waits
  })

  it('are as many as there is room at that moment', async () => {
    let room = 1
    const turn = createTurns(() => room, long)
    const first = await turn()
    const others = [turn(), turn(), turn()]
    room = 2
    first()
    const [second, third] = await Promise.all(others.slice(0, 2))
    room = 1
    second!()
    let isFourth = false
    const fourth = others[2]!.then(() => (isFourth = true))
    await Promise.resolve()
    expect(isFourth).toBe(false)
    third!()
    await fourth
  })

  it('do not come to whoever is turned away meanwhile', async () => {
    const turn = createTurns(
      () => 1,
      5,
      () => {
        throw new Error('too late')
      },
    )
    const first = await turn()
    await expect(turn()).rejects.toThrow('too late')
    first()
    await expect(turn()).resolves.toBeTypeOf('function')
  })
})
