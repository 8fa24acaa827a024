// Lines of a CSV file by the names of its columns: any order, any line ending, with or without a byte order mark, quotes and blank
// lines. What is missing is named with file and line. Used by recordings.ts.

export type CsvRow = {
  readonly file: string
  has(column: string): boolean
  text(column: string): string
  number(column: string): number
}

export function parseCsv(text: string, file: string): CsvRow[] {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const head = lines.findIndex((line) => line.trim() !== '')
  const at = new Map(cellsOf(lines[head] ?? '').map((column, index) => [column.toLowerCase(), index]))
  return lines.flatMap((line, index) => (index > head && line.trim() !== '' ? [rowOf(line, index + 1, at, file)] : []))
}

function rowOf(line: string, lineNumber: number, at: ReadonlyMap<string, number>, file: string): CsvRow {
  const cells = cellsOf(line)
  const cell = (column: string) => cells[at.get(column) ?? -1] ?? ''
  const missing = (what: string, column: string) => new Error(`${file}, line ${lineNumber}: no ${what} in "${column}".`)
  return {
    file,
    has: (column) => cell(column) !== '',
    text(column) {
      if (cell(column) === '') throw missing('text', column)
      return cell(column)
    },
    number(column) {
      const value = Number(cell(column))
      if (cell(column) === '' || !Number.isFinite(value)) throw missing('number', column)
      return value
    },
  }
}

/** Nothing in these files holds a comma. */
const cellsOf = (line: string) => line.split(',').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1'))
