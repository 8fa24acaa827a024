// The after-action report for spreadsheets: five tables, one below the other, with exact times, those of the decisions first, in the organisation's language. The one to read is report-pdf.ts.
import type { AfterActionReport, MusterStatus } from '@rollcall/contracts/domains/muster'
import { actorTold, said } from '@rollcall/contracts/sentences'
import type { z } from 'zod'
import type { Say } from '../../texts/say.ts'
import { csvLine } from '../csv-line.ts'
import type { SweptPlace } from './swept-places.ts'

type Report = z.input<typeof AfterActionReport>
type Row = (string | number | null | undefined)[]

const seconds = (value: number | null, say: Say) =>
  value === null ? say('notReached') : say('inSeconds', { seconds: value })
/** A word of the timeline's table, such as a status. */
const word = (code: `status_${MusterStatus}`, say: Say) => say.sentence({ text: '', said: said(code) })

function factsOf({ event, counts, timings, review, auditHead }: Report, say: Say): [name: string, value: string][] {
  const state = say(`state_${event.state}`)
  const when = (time: string, name: string | null) =>
    name ? say('timeBy', { time, name: say.sentence(actorTold(name)) }) : time
  return [
    [say('csv_scenario'), say(`scenario_${event.scenario}`)],
    [say('csv_mode'), say(`mode_${event.mode}`)],
    [say('column_state'), event.resolution ? `${state} (${say(`outcome_${event.resolution}`)})` : state],
    [say('message'), event.message],
    [say('csv_triggered'), when(event.triggeredAt, event.triggeredBy)],
    [say('ended'), event.resolvedAt ? when(event.resolvedAt, event.resolvedBy) : say('notYet')],
    [say('onRoster'), String(counts.total)],
    [say('person_accounted'), String(counts.accounted)],
    [say('person_off_site'), String(counts.offSite)],
    [say('person_excused'), String(counts.excused)],
    [say('person_needs_help'), String(counts.needsHelp)],
    [say('person_unknown'), String(counts.unknown)],
    ...([50, 90, 100] as const).map((percent): [string, string] => [
      say('timeTo', { percent }),
      seconds(timings[`to${percent}`], say),
    ]),
    [say('notes'), review.notes],
    [say('lessons'), review.lessons],
    [say('csv_newest'), `${auditHead.seq}:${auditHead.hash}`],
  ]
}

const personColumns = (say: Say) => [
  say('field_employeeId'),
  say('column_name'),
  say('csv_type'),
  say('column_department'),
  say('field_status'),
  say('csv_method'),
  say('csv_decidedAt'),
  say('csv_arrivedAt'),
  say('csv_seconds'),
  say('column_by'),
  say('column_lastSeen'),
  say('column_lastPlace'),
  say('csv_because'),
  say('column_note'),
]

function personRows({ event, people }: Report, say: Say): Row[] {
  const start = Date.parse(event.triggeredAt)
  return people.map((person) => {
    const sighting = person.evidence?.sighting
    const near = person.evidence?.nearZoneName
    const zone = sighting?.zoneName ?? (near && say('nearZone', { zone: near }))
    return [
      person.employeeId,
      person.fullName,
      say(`type_${person.entityType}`),
      person.departmentName,
      word(`status_${person.status}`, say),
      person.method && say(`method_${person.method}`),
      person.decidedAt,
      person.at,
      person.decidedAt === null ? null : Math.round((Date.parse(person.decidedAt) - start) / 1000),
      person.by,
      sighting?.at,
      sighting && [sighting.floorName, zone].filter(Boolean).join(', '),
      person.absence && say(`absence_${person.absence}`),
      person.note,
    ]
  })
}

const sweepColumns = (say: Say) => [
  say('column_floor'),
  say('column_zone'),
  say('csv_search'),
  say('csv_decidedAt'),
  say('csv_arrivedAt'),
  say('column_by'),
  say('column_note'),
]
const sweepRows = ({ sweeps }: Report, swept: readonly SweptPlace[], say: Say): Row[] =>
  sweeps.map((sweep, index) => {
    const { floor, zone } = swept[index] ?? { floor: '', zone: '' }
    return [floor, zone, say(`search_${sweep.state}`), sweep.decidedAt, sweep.at, sweep.by, sweep.note]
  })

const earlierColumns = (say: Say) => [
  say('csv_earlier'),
  say('csv_scenario'),
  say('people'),
  ...[50, 90, 100].map((percent) => say('timeTo', { percent })),
]
const earlierRows = ({ earlier }: Report, say: Say): Row[] =>
  earlier.map(({ triggeredAt, scenario, total, timings: { to50, to90, to100 } }) => {
    return [triggeredAt, say(`scenario_${scenario}`), total, ...[to50, to90, to100].map((one) => seconds(one, say))]
  })

const timelineColumns = (say: Say) => [
  say('column_time'),
  say('csv_arrivedAt'),
  say('csv_event'),
  say('csv_actor'),
  say('column_whatHappened'),
]
const timelineRows = ({ timeline }: Report, say: Say): Row[] =>
  timeline.map((line) => [
    line.at,
    line.arrivedAt,
    say(`event_${line.type}`),
    line.actor && say.sentence(actorTold(line.actor)),
    say.sentence(line),
  ])

type ReportTables = { report: Report; swept: readonly SweptPlace[]; say: Say }

export function reportAsCsv({ report, swept, say }: ReportTables): string {
  const table = (head: Row, rows: readonly Row[]) => [head, ...rows].map((row) => csvLine(row)).join('')
  // The byte order mark tells spreadsheets that this is UTF-8.
  const tables = [
    table([say('csv_report'), say('csv_value')], factsOf(report, say)),
    table(personColumns(say), personRows(report, say)),
    table(sweepColumns(say), sweepRows(report, swept, say)),
    table(earlierColumns(say), earlierRows(report, say)),
    table(timelineColumns(say), timelineRows(report, say)),
  ]
  return `\uFEFF${tables.join('\r\n')}`
}
