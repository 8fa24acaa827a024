import { problemReply } from '@rollcall/contracts/problems'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { chooseLanguage } from '../languages/language.ts'
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
  it('keeps words that the page gave it, and those of a code that is not known here', async () => {
    await chooseLanguage('de')
    expect(sentenceFor(new ProblemError({ ...refused, message: 'Die Tür ist zu.' }))).toBe('Die Tür ist zu.')
    expect(sentenceFor(new ProblemError({ code: 'of_tomorrow', status: 400, message: 'Wait.' }))).toBe('Wait.')
  })
})
