// Letters that the font of a document lacks (Chinese, Japanese, Korean, Thai, Devanagari …) in Latin ones, with a star: a name that can
// be read aloud instead of boxes. Used by pdf-document.ts.
import anyAscii from 'any-ascii'

export const starNote =
  '* Written with letters that this document cannot print, here in Latin ones. The CSV file has them as they are.'

/** `has`: whether the font has a picture for a code point. */
export function printable(text: string, has: (codePoint: number) => boolean): string {
  // Line breaks and tabs have no picture and need none.
  const isCovered = (letter: string) => letter < ' ' || has(letter.codePointAt(0) ?? 0)
  const letters = [...text]
  if (letters.every(isCovered)) return text
  const words = text.split(/(\s+)/).map((word) => {
    if ([...word].every(isCovered)) return word
    return [...word].map((letter) => (isCovered(letter) ? letter : anyAscii(letter))).join('')
  })
  return `${words.join('')}*`
}

/** Only then is a line laid out from the right as a whole; beside Latin letters or digits each word keeps its place. */
export function isRightToLeft(text: string): boolean {
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(text) && !/[\p{Script=Latin}\p{N}]/u.test(text)
}
