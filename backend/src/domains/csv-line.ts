// One line of CSV (RFC 4180). A value that a spreadsheet would run as a formula is defused with an apostrophe;
// plain numbers, such as phone numbers, are not.

export function csvLine(values: readonly (string | number | null | undefined)[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

function cell(value: string | number | null | undefined): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number') return String(value)
  const isFormula = /^[=+\-@\t\r]/.test(value) && !/^[+-][\d .]+$/.test(value)
  const harmless = isFormula ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
