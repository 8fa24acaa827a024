// The after-action report for spreadsheets: five tables, one below the other, with exact times, those of the decisions first. The one to read is report-pdf.ts.
import type { AfterActionReport } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import { csvLine } from '../csv-line.ts'
import type { SweptPlace } from './swept-places.ts'

type Report = z.input<typeof AfterActionReport>
type Row = (string | number | null | undefined)[]

const words = (value: string | null) => value?.replaceAll('_', ' ') ?? ''
const seconds = (value: number | null) => (value === null ? 'not reached' : `${value} s`)

function factsOf({ event, counts, timings, review, auditHead }: Report): [name: string, value: string][] {
  return [
    ['Scenario', words(event.scenario)],
    ['Mode', event.mode],
    ['State', event.resolution ? `${event.state} (${words(event.resolution)})` : event.state],
    ['Message', event.message],
    ['Triggered', `${event.triggeredAt} by ${event.triggeredBy}`],
    ['Resolved', event.resolvedAt ? `${event.resolvedAt} by ${event.resolvedBy ?? ''}` : 'not yet'],
    ['People on the roster', String(counts.total)],
    ['Accounted', String(counts.accounted)],
    ['Off site', String(counts.offSite)],
    ['Excused', String(counts.excused)],
    ['Needs help', String(counts.needsHelp)],
    ['Unknown', String(counts.unknown)],
    ['Time to 50 %', seconds(timings.to50)],
    ['Time to 90 %', seconds(timings.to90)],
    ['Time to 100 %', seconds(timings.to100)],
    ['Notes', review.notes],
    ['Lessons', review.lessons],
    ['Newest audit record', `${auditHead.seq}:${auditHead.hash}`],
  ]
}

const personColumns = [
  'Employee id',
  'Name',
  'Type',
  'Department',
  'Status',
  'Method',
  'Decided at',
  'Arrived at',
  'Seconds',
  'By',
  'Last seen',
  'Last place',
  'Not seen because',
  'Note',
]

function personRows({ event, people }: Report): Row[] {
  const start = Date.parse(event.triggeredAt)
  return people.map((person) => {
    const sighting = person.evidence?.sighting
    return [
      person.employeeId,
      person.fullName,
      person.entityType,
      person.departmentName,
      words(person.status),
      words(person.method),
      person.decidedAt,
      person.at,
      person.decidedAt === null ? null : Math.round((Date.parse(person.decidedAt) - start) / 1000),
      person.by,
      sighting?.at,
      sighting && [sighting.floorName, sighting.zoneName ?? beside(person)].filter(Boolean).join(', '),
      words(person.absence),
      person.note,
    ]
  })
}

const beside = ({ evidence }: Report['people'][number]) => evidence?.nearZoneName && `near ${evidence.nearZoneName}`

const sweepColumns = ['Floor', 'Zone', 'Search', 'Decided at', 'Arrived at', 'By', 'Note']
const sweepRows = ({ sweeps }: Report, swept: readonly SweptPlace[]): Row[] =>
  sweeps.map((sweep, index) => {
    const { floor, zone } = swept[index] ?? { floor: '', zone: '' }
    return [floor, zone, sweep.state, sweep.decidedAt, sweep.at, sweep.by, sweep.note]
  })

const earlierColumns = ['Earlier drill', 'Scenario', 'People', 'Time to 50 %', 'Time to 90 %', 'Time to 100 %']
const earlierRows = ({ earlier }: Report): Row[] =>
  earlier.map(({ triggeredAt, scenario, total, timings: { to50, to90, to100 } }) => {
    return [triggeredAt, words(scenario), total, seconds(to50), seconds(to90), seconds(to100)]
  })

const timelineColumns = ['Time', 'Arrived at', 'Event', 'Actor', 'What happened']
const timelineRows = ({ timeline }: Report): Row[] =>
  timeline.map(({ at, arrivedAt, type, actor, text }) => [at, arrivedAt, type, actor, text])

export function reportAsCsv({ report, swept }: { report: Report; swept: readonly SweptPlace[] }): string {
  const table = (head: Row, rows: readonly Row[]) => [head, ...rows].map((row) => csvLine(row)).join('')
  // The byte order mark tells spreadsheets that this is UTF-8.
  const tables = [
    table(['Report', 'Value'], factsOf(report)),
    table(personColumns, personRows(report)),
    table(sweepColumns, sweepRows(report, swept)),
    table(earlierColumns, earlierRows(report)),
    table(timelineColumns, timelineRows(report)),
  ]
  return `\uFEFF${tables.join('\r\n')}`
}
