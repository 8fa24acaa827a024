import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../languages/language.ts'
import { rulerOf } from './ruler.ts'

vi.stubGlobal('document', { documentElement: { lang: 'en' } })
vi.stubGlobal('localStorage', { setItem: () => undefined })
afterEach(() => chooseLanguage('en'))

const points = [
  { x: 1, y: 1 },
  { x: 2.5, y: 1 },
  { x: 2.5, y: 3 },
]

describe('rulerOf', () => {
  it('says each stretch at its end, in the units of the site', () => {
    expect(rulerOf(points, 'metric').map(({ length }) => length)).toEqual(['', '1.5 m', '2.0 m'])
    expect(rulerOf(points, 'imperial').map(({ length }) => length)).toEqual(['', '5 ft', '7 ft'])
  })
  it('writes numbers as the language of the page does', async () => {
    await chooseLanguage('de')
    expect(rulerOf(points, 'metric').map(({ length }) => length)).toEqual(['', '1,5 m', '2,0 m'])
  })
})
