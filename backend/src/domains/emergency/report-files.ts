// The after-action report as files. The CSV holds three tables, one below the other, as a spreadsheet shows them best.
import type { AfterActionReport } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import { createPdf, type Column } from '../../documents/pdf-document.ts'
import { csvLine } from '../csv-line.ts'

type Report = z.input<typeof AfterActionReport>
type Row = (string | number | null | undefined)[]

const words = (value: string | null) => value?.replaceAll('_', ' ') ?? ''
const seconds = (value: number | null) => (value === null ? 'not reached' : `${value} s`)

function factsOf({ event, counts, timings }: Report): [name: string, value: string][] {
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
  ]
}

const personColumns: readonly Column[] = [
  { title: 'Employee id', width: 2 },
  { title: 'Name', width: 4 },
  { title: 'Type', width: 2 },
  { title: 'Department', width: 3 },
  { title: 'Status', width: 2 },
  { title: 'Method', width: 2 },
  { title: 'At', width: 4 },
  { title: 'Seconds', width: 2 },
  { title: 'By', width: 3 },
  { title: 'Last seen', width: 4 },
  { title: 'Last place', width: 4 },
  { title: 'Not seen because', width: 3 },
  { title: 'Note', width: 4 },
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
      person.at,
      person.at === null ? null : Math.round((Date.parse(person.at) - start) / 1000),
      person.by,
      sighting?.at,
      sighting && [sighting.floorName, sighting.zoneName].filter(Boolean).join(', '),
      words(person.absence),
      person.note,
    ]
  })
}

const timelineColumns: readonly Column[] = [
  { title: 'Time', width: 3 },
  { title: 'Event', width: 2 },
  { title: 'Actor', width: 3 },
  { title: 'What happened', width: 10 },
]
const timelineRows = ({ timeline }: Report): Row[] =>
  timeline.map(({ at, type, actor, text }) => [at, type, actor, text])

const titles = (columns: readonly Column[]) => columns.map(({ title }) => title)

export function reportAsCsv(report: Report): string {
  const table = (head: Row, rows: readonly Row[]) => [head, ...rows].map((row) => csvLine(row)).join('')
  // The byte order mark tells spreadsheets that this is UTF-8.
  const tables = [
    table(['Report', 'Value'], factsOf(report)),
    table(titles(personColumns), personRows(report)),
    table(titles(timelineColumns), timelineRows(report)),
  ]
  return `\uFEFF${tables.join('\r\n')}`
}

export async function reportAsPdf(report: Report): Promise<Buffer> {
  const { event } = report
  const pdf = createPdf({
    title: `After-action report: ${words(event.scenario)}${event.mode === 'live' ? '' : ` (${event.mode})`}`,
    subtitle: `Triggered ${event.triggeredAt} · emergency ${event.id}`,
  })
  for (const [name, value] of factsOf(report)) pdf.fact(name, value)
  pdf.heading('People')
  await pdf.table(personColumns, personRows(report))
  pdf.heading('Timeline')
  await pdf.table(timelineColumns, timelineRows(report))
  return pdf.finish()
}
