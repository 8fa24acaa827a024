import { expect, it } from 'vitest'
import type { Round } from './locate-readings.ts'
import { roundsOf } from './rounds.ts'

/** A share whose round under way ends when the test says so. */
function aShareThatCatchesUp() {
  let end: (round: Round | Error) => void = () => {}
  const asked: boolean[] = []
  const locate = (wasSetBack: boolean) => {
    asked.push(wasSetBack)
    return new Promise<Round>((resolve, reject) => {
      end = (round) => (round instanceof Error ? reject(round) : resolve(round))
    })
  }
  return { asked, locate, end: (round: Round | Error) => end(round) }
}

it('a share goes on while another catches up, and both have ended in the end', async () => {
  const late = aShareThatCatchesUp()
  const asked: boolean[] = []
  const locate = async (wasSetBack: boolean) => {
    asked.push(wasSetBack)
    // Heard in the first of its rounds, late in the last.
    return { lagMs: asked.length, hasHeard: asked.length === 1 }
  }
  const rounds = roundsOf([late.locate, locate], true)
  await expect.poll(() => asked.length).toBeGreaterThan(3)
  late.end({ lagMs: 7000, hasHeard: false })
  expect(await rounds).toEqual([
    { lagMs: 7000, hasHeard: false },
    { lagMs: asked.length, hasHeard: true },
  ])
  // Of a clock that was set back each is told once.
  expect([late.asked, asked.filter(Boolean)]).toEqual([[true], [true]])
})

it('one round of each is all where nobody is late', async () => {
  let asked = 0
  const locate = async () => ({ lagMs: ++asked, hasHeard: false })
  expect(await roundsOf([locate, locate, locate], false)).toHaveLength(3)
  expect(asked).toBe(3)
})

it('what a share throws is thrown when all have ended', async () => {
  const late = aShareThatCatchesUp()
  const ended: string[] = []
  const broken = async () => {
    ended.push('broken')
    throw new Error('no database')
  }
  const rounds = roundsOf([broken, late.locate], false).catch((error: Error) => ended.push(error.message))
  await expect.poll(() => ended).toEqual(['broken'])
  ended.push('late')
  late.end({ lagMs: 0, hasHeard: false })
  await rounds
  expect(ended).toEqual(['broken', 'late', 'no database'])
})
