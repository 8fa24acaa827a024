import { describe, expect, it } from 'vitest'
import { ProblemError } from '../../api/problem-error.ts'
import { people as peopleWord } from '../../emergency/emergency-words.ts'
import { eachOf, eachSentence } from './each-of.ts'

const refused = new ProblemError({ code: 'conflict', message: 'This conflicts.', status: 409 })

describe('eachOf', () => {
  it('does it to every one, never more than four at a time', async () => {
    let under = 0
    let most = 0
    const ids = Array.from({ length: 20 }, (_, index) => String(index))
    const seen: string[] = []
    const result = await eachOf(ids, async (id) => {
      most = Math.max(most, ++under)
      await Promise.resolve()
      seen.push(id)
      under--
    })
    expect(result).toEqual({ done: 20, failed: [] })
    expect(seen.toSorted()).toEqual(ids.toSorted())
    expect(most).toBeLessThanOrEqual(4)
  })
  it('goes on after a failure and tells every reason once', async () => {
    const result = await eachOf(['a', 'b', 'c'], (id) => (id === 'b' ? Promise.resolve() : Promise.reject(refused)))
    expect(result).toEqual({ done: 1, failed: ['This conflicts.', 'This conflicts.'] })
    expect(eachSentence(result, peopleWord, 'changed')).toEqual({
      title: '1 person changed, 2 not',
      description: 'This conflicts.',
    })
  })
})
