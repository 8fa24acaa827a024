import { describe, expect, it } from 'vitest'
import { areaSentence, isBlind, namedAreas, worseAreas } from './area-words.ts'
import { summarySentence } from './plan-words.ts'

const zones = [
  { id: 'c', name: 'Canteen' },
  { id: 'o', name: 'Office' },
  { id: 's', name: 'Store' },
]
const area = (id: string, errorM: number | null, heard: number) => ({ id, errorM, heard })
const usual = namedAreas([area('o', 2.1, 6), area('c', 9.04, 1.2), area('s', null, 0)], zones)

describe('the words of an area', () => {
  it('names the worst first', () => {
    expect(usual.map(({ name }) => name)).toEqual(['Store', 'Canteen', 'Office'])
  })
  it('says how far off and how many hear', () => {
    expect(usual.map((one) => areaSentence(one, 'metric'))).toEqual([
      'not heard',
      '9.0 m, heard by 1 receiver',
      '2.1 m, heard by 6 receivers',
    ])
    expect(areaSentence(area('o', 2, 4), 'imperial')).toBe('7 ft, heard by 4 receivers')
  })
  it('calls blind what is not heard, far off, or heard by fewer than three', () => {
    expect(usual.map(isBlind)).toEqual([true, true, false])
    expect(isBlind(area('o', 3, 2))).toBe(true)
  })
  it('names what gets worse when a receiver is down, the dearest first', () => {
    const without = [area('o', 3.4, 5), area('c', null, 0.2), area('s', null, 0)]
    expect(worseAreas(usual, without, 'metric')).toEqual([
      { id: 'c', name: 'Canteen', sentence: 'not heard, instead of 9.0 m' },
      { id: 'o', name: 'Office', sentence: '3.4 m, heard by 5 receivers, instead of 2.1 m' },
    ])
  })
  it('does not name what nobody would notice', () => {
    expect(worseAreas(usual, [area('o', 2.3, 5), area('c', 9.2, 1.1), area('s', null, 0)], 'metric')).toEqual([])
  })
})

describe('the sentence of a plan', () => {
  it('gives average, worst tenth and what is not heard', () => {
    expect(summarySentence({ meanM: 2.44, worstM: 4.1, unheardShare: 0.031 }, 14, 'metric')).toBe(
      '14 receivers: 2.4 m off on average, 4.1 m in the worst tenth. 4 % of the floor is not heard.',
    )
  })
  it('says what is missing', () => {
    const nothing = { meanM: null, worstM: null, unheardShare: 1 }
    expect(summarySentence(nothing, 0, 'metric')).toBe('Without a receiver nobody is found here.')
    expect(summarySentence(nothing, 2, 'metric')).toBe('Nobody is heard on this floor.')
  })
})
