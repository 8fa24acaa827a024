import { noted } from '@rollcall/contracts/notes'
import { problemReply } from '@rollcall/contracts/problems'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../languages/language.ts'
import { noteWords } from './notes/note-words.ts'
import { problemFrom, ProblemError, reasonWords, sentenceFor } from './problem-error.ts'

vi.stubGlobal('document', { documentElement: { lang: 'en' } })
vi.stubGlobal('localStorage', { setItem: () => undefined })
afterEach(() => chooseLanguage('en'))

describe('a refusal', () => {
  const refused = problemFrom(403, new Headers(), problemReply('forbidden', 'r1'))

  it('is said by its code, in the language of the page', async () => {
    expect(sentenceFor(refused)).toBe('You do not have permission for this.')
    await chooseLanguage('de')
    expect(sentenceFor(refused)).toBe('Dafür haben Sie keine Berechtigung.')
    expect([reasonWords('decided_since'), reasonWords('Because.')]).toEqual([
      'Jemand hat später als Sie über diese Person entschieden. Diese Entscheidung gilt.',
      'Because.',
    ])
  })
  it('says of a field what is wrong with it, by code and values', async () => {
    const { issues } = problemFrom(
      400,
      new Headers(),
      problemReply('validation_failed', 'r2', [
        noted('name', 'at_most_characters', { count: 12_000 }),
        { path: 'x', message: 'Wait', code: 'of_tomorrow' },
      ]),
    )
    expect(issues.map(noteWords)).toEqual(['Use at most 12,000 characters.', 'Wait.'])
    await chooseLanguage('de')
    expect(issues.map(noteWords)).toEqual(['Verwenden Sie höchstens 12.000 Zeichen.', 'Wait.'])
  })
  it('keeps words that the page gave it, and those of a code that is not known here', async () => {
    await chooseLanguage('de')
    expect(sentenceFor(new ProblemError({ ...refused, message: 'Die Tür ist zu.' }))).toBe('Die Tür ist zu.')
    expect(sentenceFor(new ProblemError({ code: 'of_tomorrow', status: 400, message: 'Wait.' }))).toBe('Wait.')
  })
})
