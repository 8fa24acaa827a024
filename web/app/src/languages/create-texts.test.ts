import { afterEach, describe, expect, it, vi } from 'vitest'
import { createTexts } from './create-texts.ts'
import { chooseLanguage, firstOf, language, textsReady, withTexts } from './language.ts'
import { numberText } from './numbers.ts'

const english = {
  missing: 'Missing',
  seen: '{name} seen {time}',
  people: { one: '{count} person', other: '{count} people' },
} as const
const german = {
  missing: 'Vermisst',
  seen: '{time}: {name} gesehen',
  people: { one: '{count} Person', other: '{count} Personen' },
}
const french = {
  missing: 'Manquant',
  seen: '{name} vu {time}',
  people: { one: '{count} personne', other: '{count} personnes' },
}
const lost = () => Promise.reject(new Error('No network'))

vi.stubGlobal('document', { documentElement: { lang: 'en' } })
vi.stubGlobal('localStorage', { setItem: () => undefined, getItem: () => null })
afterEach(() => chooseLanguage('en'))

describe('a text', () => {
  const t = createTexts(english, {
    de: () => Promise.resolve({ texts: german }),
    es: lost,
    fr: () => Promise.resolve({ texts: french }),
  })
  it('is in English at once, with its values and the form for their number', () => {
    expect(t('missing')).toBe('Missing')
    expect(t('seen', { name: 'Ada', time: 'now' })).toBe('Ada seen now')
    expect([0, 1, 2000, 20_000].map((count) => t('people', { count }))).toEqual([
      '0 people',
      '1 person',
      '2000 people',
      '20,000 people',
    ])
  })
  it('is in the language that was chosen, in its order and forms', async () => {
    await chooseLanguage('de')
    expect(document.documentElement.lang).toBe('de')
    expect(t('seen', { name: 'Ada', time: 'jetzt' })).toBe('jetzt: Ada gesehen')
    expect(t('people', { count: 20_000 })).toBe('20.000 Personen')
    expect(numberText(1.25, 1)).toBe('1,3')
    await chooseLanguage('fr')
    expect([0, 1, 2].map((count) => t('people', { count }))).toEqual(['0 personne', '1 personne', '2 personnes'])
  })
  it('is in English where its language cannot be loaded', async () => {
    await chooseLanguage('es')
    expect(language()).toBe('es')
    expect([t('missing'), t('people', { count: 2 })]).toEqual(['Missing', '2 people'])
  })
  it('comes in the language shown with a part that is loaded later', async () => {
    await chooseLanguage('de')
    const part = await withTexts(async () =>
      createTexts(english, { de: () => Promise.resolve({ texts: german }), es: lost, fr: lost }),
    )()
    await textsReady()
    expect(part('missing')).toBe('Vermisst')
  })
  it('is not undone by an earlier choice that loads slowly', async () => {
    const [first, second] = [chooseLanguage('de'), chooseLanguage('fr')]
    await Promise.all([first, second])
    expect(t('missing')).toBe('Manquant')
  })
})

describe('the first language', () => {
  it('is the first of the browser that there is', () => {
    expect(firstOf(['it-IT', 'fr-CH', 'de'])).toBe('fr')
    expect(firstOf(['ja'])).toBe('en')
    expect(firstOf([])).toBe('en')
  })
})
