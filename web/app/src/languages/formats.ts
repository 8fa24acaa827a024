// How numbers and times are written in a language, each way made once: to make one takes as long as to write a hundred numbers with it,
// and a list writes hundreds every second.
const made = new Map<string, unknown>()

export const numberFormat = (inLocale: string, options: Intl.NumberFormatOptions) =>
  once('number', inLocale, options, () => new Intl.NumberFormat(inLocale, options))
export const dateFormat = (inLocale: string, options: Intl.DateTimeFormatOptions) =>
  once('date', inLocale, options, () => new Intl.DateTimeFormat(inLocale, options))
export const pluralRules = (inLocale: string) => once('plural', inLocale, {}, () => new Intl.PluralRules(inLocale))

function once<Format>(kind: string, inLocale: string, options: object, make: () => Format): Format {
  const key = `${kind} ${inLocale} ${JSON.stringify(options)}`
  const existing = made.get(key) as Format | undefined
  if (existing) return existing
  const format = make()
  made.set(key, format)
  return format
}
