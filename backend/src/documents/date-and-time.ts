// A moment as people write it, on the clock of a place. Used by documents and by what stands on them.
export function dateAndTime(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'long', timeStyle: 'medium' }).format(new Date(at))
}
