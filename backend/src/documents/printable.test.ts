import { describe, expect, it } from 'vitest'
import { isRightToLeft, printable } from './printable.ts'

/** As a font that knows European letters only. */
const has = (codePoint: number) => codePoint < 0x600

describe('what a document can print', () => {
  it('stays as it is', () => {
    for (const name of ['Ada Lovelace', 'Ελένη', 'Дмитрий', 'two\nlines']) expect(printable(name, has)).toBe(name)
  })
  it('stands in Latin letters with a star where the font has none, the rest as it is', () => {
    expect(printable('王伟', has)).toBe('WangWei*')
    expect(printable('Müller 李', has)).toBe('Müller Li*')
    expect(printable('김민준', has)).toMatch(/^[A-Za-z]+\*$/)
  })
})

describe('a text from the right', () => {
  it('is one of Arabic or Hebrew letters alone', () => {
    expect(['محمد علي', 'דוד כהן', 'Ada', 'Ada محمد', 'قسم 4'].map(isRightToLeft)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ])
  })
})
