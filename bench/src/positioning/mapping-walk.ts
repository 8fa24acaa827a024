// A building that was mapped by walking through it, PREFIXanchors.csv and PREFIXcalibration.csv with one column rssi_<anchor> per receiver
// and a place in every line: every other minute is its survey, the minutes between are its tracks. Used by recordings.ts.
import { type CsvRow, parseCsv } from './csv-table.ts'

/** The lines hold values between two readings, several a second; one a second is about what was heard. */
const everyS = 1
const minuteS = 60
/** The survey is put together per square of this width, metres: who surveys stands still. */
const squareM = 0.75

export function mappingWalk(anchors: readonly CsvRow[], lines: readonly CsvRow[]) {
  const ids = anchors.map((row) => row.text('id'))
  const secondsOf = (row: CsvRow) => row.number('ts') / 1e9
  const start = lines.reduce((least, row) => Math.min(least, secondsOf(row)), Infinity)
  const kept: { row: CsvRow; atS: number; minute: number }[] = []
  for (const row of lines) {
    const atS = secondsOf(row) - start
    if (atS - (kept.at(-1)?.atS ?? -Infinity) >= everyS * 0.95)
      kept.push({ row, atS, minute: Math.floor(atS / minuteS) })
  }
  const readings = kept.flatMap(({ row, atS, minute }) =>
    ids.flatMap((id) => {
      const column = `rssi_${id}`
      return row.has(column)
        ? [{ minute, atS, id, rssi: row.number(column), x: row.number('x'), y: row.number('y') }]
        : []
    }),
  )
  const middle = (value: number) => ((Math.floor(value / squareM) + 0.5) * squareM).toFixed(2)
  return {
    receivers: rowsOf(
      'receiver,x,y,z',
      anchors.map((row) => [row.text('id'), row.number('x'), row.number('y'), row.number('z')]),
    ),
    survey: rowsOf(
      'x,y,receiver,rssi',
      readings.flatMap(({ minute, id, rssi, x, y }) => (minute % 2 === 0 ? [[middle(x), middle(y), id, rssi]] : [])),
    ),
    tracks: rowsOf(
      'track,t_ms,receiver,rssi,x,y',
      readings.flatMap(({ minute, atS, id, rssi, x, y }) =>
        minute % 2 === 1 ? [[minute, Math.round(atS * 1000), id, rssi, x, y]] : [],
      ),
    ),
  }
}

const rowsOf = (head: string, lines: readonly (readonly (string | number)[])[]): CsvRow[] =>
  parseCsv([head, ...lines.map((line) => line.join(','))].join('\n'), 'mapping walk')
