import { expect, it, vi } from 'vitest'
import { chooseLanguage } from '../../languages/language.ts'
import { actorWords } from './said-words.ts'

it('names what is no person in the language of the page, and people as they are called', async () => {
  expect(actorWords('Weather service')).toBe('Weather service')
  vi.stubGlobal('document', { documentElement: {} })
  await chooseLanguage('de')
  expect(actorWords('Weather service')).toBe('Wetterdienst')
  expect(actorWords('Ada Lovelace')).toBe('Ada Lovelace')
})
