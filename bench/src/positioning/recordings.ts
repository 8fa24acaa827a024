// Reads a folder of real measurements and those in it: CSV files named PREFIXreceivers.csv, PREFIXtracks.csv and, where there are such,
// PREFIXstatic_set<n>.csv (the survey) and PREFIXstatic_series.csv (a tag at rest), or a mapping walk; one prefix per building. Columns
// go by name. Any coordinates: everything is moved so that the floor begins at zero. Any clock: a track begins at zero too.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badgeHeightM } from '@rollcall/backend/positioning/solvers/observation'
import type { SurveyPoint, SurveyReceiver } from '@rollcall/backend/positioning/calibration/survey'
import { type CsvRow as Row, parseCsv } from './csv-table.ts'
import { mappingWalk } from './mapping-walk.ts'

/** One reading with the place it truly came from. */
export type TrackSample = { readonly tMs: number; readonly receiverId: string; readonly rssi: number } & Place
type Place = { readonly xM: number; readonly yM: number }

export type RadioData = {
  readonly name: string
  readonly widthM: number
  readonly heightM: number
  readonly receivers: readonly SurveyReceiver[]
  readonly survey: readonly SurveyPoint[]
  readonly tracks: readonly (readonly TrackSample[])[]
  readonly resting: readonly (readonly TrackSample[])[]
}

/** Around the outermost receiver and survey point, metres: plans do not end at a receiver, less so where nobody surveyed. */
const margin = { surveyedM: 0.5, unknownM: 2 } as const
/** Height of a receiver that nobody measured, as the product takes it. */
const ceilingM = 2.5

/** One entry per building of the folder and of the folders in it. */
export function readRadioData(folder: string): RadioData[] {
  const found = radioDataBelow(folder, '')
  if (found.length === 0) throw new Error(`${folder} holds no file whose name ends in receivers.csv or anchors.csv.`)
  return found
}

function radioDataBelow(folder: string, path: string): RadioData[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = entries.flatMap((entry) => (entry.isDirectory() ? [] : [entry.name])).sort()
  const folders = entries.flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])).sort()
  const prefixes = names.flatMap((name) => /^(.*)(?:receivers|anchors)\.csv$/i.exec(name)?.[1] ?? [])
  // Of two prefixes that fit, the longer is meant.
  const prefixOf = (name: string) =>
    prefixes.filter((prefix) => name.startsWith(prefix)).reduce((a, b) => (b.length > a.length ? b : a), '')
  const here = prefixes.map((prefix) => {
    const own = names.filter((name) => name.startsWith(prefix) && prefixOf(name) === prefix)
    const rowsOf = (pattern: RegExp): Row[] =>
      own
        .filter((name) => pattern.test(name))
        .flatMap((name) => parseCsv(readFileSync(join(folder, name), 'utf8'), name))
    return buildingOf(path + (prefix.replace(/[_-]$/, '') || 'building'), rowsOf)
  })
  return [...here, ...folders.flatMap((name) => radioDataBelow(join(folder, name), `${path}${name}/`))]
}

function buildingOf(name: string, rowsOf: (pattern: RegExp) => Row[]): RadioData {
  const anchorRows = rowsOf(/anchors\.csv$/i)
  const walk = anchorRows.length > 0 ? mappingWalk(anchorRows, rowsOf(/calibration\.csv$/i)) : null
  const receiverRows = walk?.receivers ?? rowsOf(/receivers\.csv$/i)
  const surveyRows = walk?.survey ?? rowsOf(/static_set[\w-]*\.csv$/i)
  const trackRows = walk?.tracks ?? rowsOf(/tracks[\w-]*\.csv$/i)
  if (trackRows.length === 0) throw new Error(`${name} has no tracks.csv with a line in it.`)
  const places = [...receiverRows, ...surveyRows].map((row) => ({ xM: row.number('x'), yM: row.number('y') }))
  const marginM = surveyRows.length > 0 ? margin.surveyedM : margin.unknownM
  const [left, top] = [least(places.map(({ xM }) => xM)) - marginM, least(places.map(({ yM }) => yM)) - marginM]
  const moved = (row: Row) => ({ xM: row.number('x') - left, yM: row.number('y') - top })
  const ids = new Map(receiverRows.map((row, index) => [row.text('receiver'), receiverIdOf(index)]))
  const seriesOf = (rows: readonly Row[], key: string) =>
    grouped(rows, (row) => `${row.file}/${row.text(key)}`).map((group) => samplesOf(group, ids, moved))
  return {
    name,
    widthM: -least(places.map(({ xM }) => -xM)) - left + marginM,
    heightM: -least(places.map(({ yM }) => -yM)) - top + marginM,
    receivers: receiverRows.map((row, index) => {
      return { receiverId: receiverIdOf(index), ...moved(row), zM: row.has('z') ? row.number('z') : ceilingM }
    }),
    survey: surveyOf(surveyRows, ids, moved),
    tracks: seriesOf(trackRows, 'track'),
    resting: seriesOf(rowsOf(/static_series[\w-]*\.csv$/i), 'point'),
  }
}

/** In the order of time, from zero; what an unknown receiver heard is left out. */
function samplesOf(
  rows: readonly Row[],
  ids: ReadonlyMap<string, string>,
  moved: (row: Row) => Place,
): readonly TrackSample[] {
  const samples = rows.flatMap((row) => {
    const receiverId = ids.get(row.text('receiver'))
    return receiverId ? [{ tMs: row.number('t_ms'), receiverId, rssi: row.number('rssi'), ...moved(row) }] : []
  })
  const first = least(samples.map(({ tMs }) => tMs))
  return samples.map((sample) => ({ ...sample, tMs: sample.tMs - first })).sort((a, b) => a.tMs - b.tMs)
}

/** One line per point and receiver, with a histogram rssi:count, or several lines with an rssi each. */
function surveyOf(rows: readonly Row[], ids: ReadonlyMap<string, string>, moved: (row: Row) => Place): SurveyPoint[] {
  const points = grouped(rows, (row) => (row.has('set') ? row.text('set') : '') + `/${row.text('x')}/${row.text('y')}`)
  return points.map((lines) => ({
    ...moved(lines[0]!),
    // A calibration in the product knows where a badge was held, not how high.
    zM: badgeHeightM,
    heard: grouped(lines, (row) => row.text('receiver')).flatMap((own) => {
      const receiverId = ids.get(own[0]!.text('receiver'))
      const rssi = meanOf(own.map((row) => (row.has('hist') ? row.text('hist') : `${row.number('rssi')}:1`)).join(';'))
      return receiverId && Number.isFinite(rssi) ? [{ receiverId, rssi }] : []
    }),
  }))
}

function meanOf(histogram: string): number {
  let [sum, count] = [0, 0]
  for (const part of histogram.split(';').filter((text) => text.trim() !== '')) {
    const [rssi = Number.NaN, times = Number.NaN] = part.split(':').map(Number)
    sum += rssi * times
    count += times
  }
  return sum / count
}

function grouped(rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const key = keyOf(row)
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  return [...groups.values()]
}

const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity)
const receiverIdOf = (index: number) => `02000000${String(index).padStart(4, '0')}`
