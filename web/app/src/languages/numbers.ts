// Numbers as they are written in the language of the page. For create-texts.ts, ui/measures.ts and whoever shows a bare number.
import { numberFormat } from './formats.ts'
import { locale } from './language.ts'

/** 2000, 20,000; with `digits` exactly so many after the point. */
export function numberText(value: number, digits?: number): string {
  const exactly = digits === undefined ? {} : { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return numberFormat(locale(), { useGrouping: 'min2', ...exactly }).format(value)
}
