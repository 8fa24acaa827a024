// Reads comma-separated text as spreadsheets write it (RFC 4180): quotes, line breaks inside them, comma, semicolon or tab.

/** Rows of cells; empty lines are left out. */
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
      rows.at(-1)?.push(cell.replace(/\r$/, '').trim())
      cell = ''
      if (sign === '\n') rows.push([])
    } else cell += sign
  }
  rows.at(-1)?.push(cell.replace(/\r$/, '').trim())
  return rows.filter((row) => row.some((one) => one !== ''))
}

export function csvLine(cells: readonly string[]): string {
  return cells.map((cell) => (/[",;\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')
}

/** Whichever the first line has most of. */
function separatorOf(text: string): string {
  const head = text.slice(0, (text.indexOf('\n') + 1 || text.length + 1) - 1)
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: head.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}
