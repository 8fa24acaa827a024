// Reads a folder of real measurements: CSV files whose names end in receivers, tracks, static_set<n> (the survey) and static_series.
// Any coordinates: everything is moved so that the floor begins at zero.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { badgeHeightM } from '@rollcall/backend/positioning/solvers/observation'
import type { SurveyPoint, SurveyReceiver } from '@rollcall/backend/positioning/calibration/survey'

type Row = Readonly<Record<string, string>>

/** One reading with the place it truly came from. */
export type TrackSample = { readonly tMs: number; readonly receiverId: string; readonly rssi: number } & Place
type Place = { readonly xM: number; readonly yM: number }

export type RadioData = {
  readonly widthM: number
  readonly heightM: number
  readonly receivers: readonly SurveyReceiver[]
  readonly survey: readonly SurveyPoint[]
  readonly tracks: readonly (readonly TrackSample[])[]
  readonly resting: readonly (readonly TrackSample[])[]
}

/** Around the outermost receiver and survey point, metres: plans do not end at a receiver. */
const marginM = 0.5

export function readRadioData(folder: string): RadioData {
  const names = readdirSync(folder)
  const rowsOf = (pattern: RegExp, required: boolean): Row[] => {
    const found = names.filter((name) => pattern.test(name)).sort()
    if (required && found.length === 0) throw new Error(`${folder} holds no file like ${pattern.source}.`)
    return found.flatMap((name) => parseCsv(readFileSync(join(folder, name), 'utf8')))
  }
  const receiverRows = rowsOf(/receivers\.csv$/, true)
  const surveyRows = rowsOf(/static_set\w*\.csv$/, false)
  const places = [...receiverRows, ...surveyRows].map(placeOf)
  const [left, top] = [least(places.map(({ xM }) => xM)), least(places.map(({ yM }) => yM))].map((v) => v - marginM)
  const moved = (row: Row) => ({ xM: number(row, 'x') - left!, yM: number(row, 'y') - top! })
  const ids = new Map(receiverRows.map((row, index) => [row['receiver'] ?? '', receiverIdOf(index)]))
  const sample = (row: Row) => ({
    tMs: number(row, 't_ms'),
    receiverId: ids.get(row['receiver'] ?? '') ?? 'ffffffffffff',
    rssi: number(row, 'rssi'),
    ...moved(row),
  })
  return {
    widthM: -least(places.map(({ xM }) => -xM)) - left! + marginM,
    heightM: -least(places.map(({ yM }) => -yM)) - top! + marginM,
    receivers: receiverRows.map((row, index) => ({
      receiverId: receiverIdOf(index),
      ...moved(row),
      zM: number(row, 'z'),
    })),
    survey: surveyOf(surveyRows, ids, moved),
    tracks: grouped(rowsOf(/tracks\.csv$/, true), 'track').map((rows) => rows.map(sample)),
    resting: grouped(rowsOf(/static_series\.csv$/, false), 'point').map((rows) => rows.map(sample)),
  }
}

/** A survey file has one line per point and receiver, with a histogram rssi:count. */
function surveyOf(rows: readonly Row[], ids: ReadonlyMap<string, string>, moved: (row: Row) => Place): SurveyPoint[] {
  const points = new Map<string, Row[]>()
  for (const row of rows) {
    const key = `${row['set']}/${row['x']}/${row['y']}`
    points.set(key, [...(points.get(key) ?? []), row])
  }
  return [...points.values()].map((lines) => ({
    ...moved(lines[0]!),
    // A calibration in the product knows where a badge was held, not how high.
    zM: badgeHeightM,
    heard: lines.map((row) => ({ receiverId: ids.get(row['receiver'] ?? '') ?? '', rssi: meanOf(row['hist'] ?? '') })),
  }))
}

function meanOf(histogram: string): number {
  let [sum, count] = [0, 0]
  for (const part of histogram.split(';')) {
    const [rssi = Number.NaN, times = Number.NaN] = part.split(':').map(Number)
    sum += rssi * times
    count += times
  }
  return sum / count
}

function grouped(rows: readonly Row[], key: string): Row[][] {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(row[key] ?? '')
    if (group) group.push(row)
    else groups.set(row[key] ?? '', [row])
  }
  return [...groups.values()].map((group) => group.sort((a, b) => number(a, 't_ms') - number(b, 't_ms')))
}

function parseCsv(text: string): Row[] {
  const [head = '', ...lines] = text.trim().split(/\r?\n/)
  const keys = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, at) => [keys[at] ?? '', value])))
}

function number(row: Row, key: string): number {
  const value = Number(row[key])
  if (row[key] === undefined || Number.isNaN(value)) throw new Error(`A line has no number in its column "${key}".`)
  return value
}

const placeOf = (row: Row): Place => ({ xM: number(row, 'x'), yM: number(row, 'y') })
const least = (values: readonly number[]) => values.reduce((a, b) => Math.min(a, b), Infinity)
const receiverIdOf = (index: number) => `0200000000${String(index).padStart(2, '0')}`
