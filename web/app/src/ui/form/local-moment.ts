// A point in time as a field of a form asks for it: the wall clock of the site, `2026-01-31T09:30`, beside the ISO time that is sent.

/** '' for no time, or none that can be read. */
export function toLocalMoment(iso: string, timeZone?: string): string {
  const at = Date.parse(iso)
  return Number.isNaN(at) ? '' : wallClock(at, timeZone)
}

/** '' while the field is not filled in. A time that a clock change leaves out becomes the one an hour later. */
export function fromLocalMoment(text: string, timeZone?: string): string {
  const asUtc = Date.parse(`${text}Z`)
  // Engines also read the beginning of a date.
  if (!text.includes('T') || Number.isNaN(asUtc)) return ''
  // The offset is that of the moment itself, which is not known before: the second look settles it.
  const first = asUtc - offsetMs(asUtc, timeZone)
  return new Date(asUtc - offsetMs(first, timeZone)).toISOString()
}

function offsetMs(at: number, timeZone?: string): number {
  return Date.parse(`${wallClock(at, timeZone)}Z`) - Math.floor(at / 60_000) * 60_000
}

function wallClock(at: number, timeZone?: string): string {
  const options = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
  // Swedish writes dates as ISO does.
  return new Intl.DateTimeFormat('sv', { ...options, timeZone }).format(at).replace(' ', 'T')
}
