// Reads comma-separated text as spreadsheets write it (RFC 4180): quotes, line breaks inside them, comma, semicolon or tab.

/** Rows of cells, empty ones too, so that a row is found again by its number. */
export function parseCsv(text: string): string[][] {
  const plain = text.replace(/^\uFEFF/, '')
  const separator = separatorOf(plain)
  const rows: string[][] = [[]]
  let cell = ''
  let quoted = false
  for (let at = 0; at < plain.length; at++) {
    const sign = plain[at] ?? ''
    if (quoted) {
      if (sign !== '"') cell += sign
      else if (plain[at + 1] === '"') {
        cell += '"'
        at++
      } else quoted = false
    } else if (sign === '"' && cell === '') quoted = true
    else if (sign === separator || sign === '\n') {
      rows.at(-1)?.push(asWritten(cell))
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  rows.at(-1)?.push(asWritten(cell))
  return rows
}

export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}

/** What an export of ours put before a cell that a spreadsheet would take for a formula is taken off again; the rest stays text. */
function asWritten(cell: string): string {
  return cell
    .replace(/\r$/, '')
    .trim()
    .replace(/^'(?=[=+\-@])/, '')
}

/** Whichever the first lines have most of, outside quotes: a title may stand above the table. */
function separatorOf(text: string): string {
  const head = text
    .slice(0, 20_000)
    .split('\n')
    .slice(0, 10)
    .join('\n')
    .replaceAll(/"[^"]*"/g, '')
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}
