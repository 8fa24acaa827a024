// A moment as people of a language write it, on the clock of a place. Used by documents and by what stands on them.
export function dateAndTime(at: string, timeZone: string, locale: string): string {
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'medium' }).format(new Date(at))
}
