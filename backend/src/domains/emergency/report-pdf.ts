// The after-action report as a document to read, sign and file (rules 9): how it went in one sentence, the times, the curve,
// everybody with what became of them, what was searched, and the timeline. Times are those of the site's clocks and of the decisions;
// what we heard of later says when.
import type { AfterActionReport } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import type { SweptPlace } from './swept-places.ts'
import { dateAndTime } from '../../documents/date-and-time.ts'
import { createPdf, minutes, type Cell } from '../../documents/pdf-document.ts'

type Report = z.input<typeof AfterActionReport>
type Person = Report['people'][number]
type Place = { readonly name: string; readonly timezone: string }

const words = (value: string | null) => value?.replaceAll('_', ' ') ?? ''
const outcomes: Readonly<Record<Person['status'], string>> = {
  unknown: 'Missing',
  needs_help: 'Needs help',
  accounted: 'Accounted for',
  off_site: 'Off site',
  excused: 'Excused',
}
/** Those whom somebody must still ask about come first. */
const order = Object.keys(outcomes)

export type ReportDocument = { report: Report; places: readonly Place[]; swept: readonly SweptPlace[] }

export async function reportAsPdf({ report, places, swept }: ReportDocument): Promise<Uint8Array> {
  const { event, timings, counts } = report
  const zone = places[0]?.timezone ?? 'UTC'
  const start = Date.parse(event.triggeredAt)
  const since = (at: string) => Math.max(0, Math.round((Date.parse(at) - start) / 1000))
  const lastAt = event.resolvedAt ?? report.progress.at(-1)?.at ?? event.triggeredAt
  const pdf = createPdf({
    title: `After-action report: ${words(event.scenario)}${event.mode === 'live' ? '' : ` (${event.mode})`}`,
    subtitle: `${places.map(({ name }) => name).join(', ')} · times of ${zone}`,
  })
  pdf.fact('Result', resultOf(report))
  pdf.fact('Started', `${dateAndTime(event.triggeredAt, zone)} by ${event.triggeredBy}`)
  const how = event.resolution ? `${words(event.resolution)}, ` : ''
  const by = event.resolvedBy ? ` by ${event.resolvedBy}` : ''
  pdf.fact('Ended', event.resolvedAt ? `${how}${dateAndTime(event.resolvedAt, zone)}${by}` : 'not yet')
  if (event.message) pdf.fact('Message', event.message)
  const reached = (seconds: number | null) => (seconds === null ? 'not reached' : `${minutes(seconds)} min`)
  pdf.numbers([
    { name: 'On the roster', value: String(counts.total) },
    { name: 'Accounted for', value: String(counts.accounted + counts.offSite + counts.excused) },
    { name: 'Missing at the end', value: String(counts.unknown) },
    { name: 'Time to 50 %', value: reached(timings.to50) },
    { name: 'Time to 90 %', value: reached(timings.to90) },
    { name: 'Time to 100 %', value: reached(timings.to100) },
  ])
  pdf.heading('Accounted for over time (minutes)')
  const points = report.progress.map(({ at, accounted }) => ({ second: since(at), count: accounted }))
  pdf.steps(points, counts.total, since(lastAt), [
    { name: '50 %', second: timings.to50 },
    { name: '90 %', second: timings.to90 },
    { name: '100 %', second: timings.to100 },
  ])
  for (const [title, text] of [
    ['Notes', report.review.notes],
    ['Lessons', report.review.lessons],
  ] as const)
    if (text) {
      pdf.heading(title)
      pdf.prose(text)
    }
  if (report.earlier.length > 0) {
    pdf.heading('Compared with earlier drills in this place')
    await pdf.table(comparisonColumns, comparisonRows(report, zone))
  }
  pdf.heading('People')
  await pdf.table(personColumns, personRows(report, zone, since))
  pdf.heading('Searched')
  if (report.sweeps.length === 0) pdf.fact('Nothing', 'no part of the building was marked as searched')
  else await pdf.table(sweepColumns, sweepRows(report, zone, swept))
  pdf.heading('Timeline')
  const lines = report.timeline.map(({ at, arrivedAt, actor, text }) => {
    return [clock(at, zone), minutes(since(at)), text, actor, isLate(at, arrivedAt) ? clock(arrivedAt, zone) : '']
  })
  await pdf.table(timelineColumns, lines)
  pdf.heading('Audit log')
  pdf.fact('Newest', `${report.auditHead.seq}:${report.auditHead.hash}`)
  return pdf.finish()
}

const comparisonColumns = [
  { title: 'Drill', width: 8 },
  { title: 'People', width: 2 },
  { title: 'Time to 50 %', width: 3 },
  { title: 'Time to 90 %', width: 3 },
  { title: 'Time to 100 %', width: 3 },
] as const
const personColumns = [
  { title: 'Name', width: 5 },
  { title: 'Number', width: 2 },
  { title: 'Department', width: 4 },
  { title: 'Outcome', width: 3 },
  { title: 'After', width: 1.5 },
  { title: 'How', width: 4 },
  { title: 'Last place', width: 5 },
  { title: 'Last seen', width: 2 },
  { title: 'Remark', width: 4 },
] as const
const timelineColumns = [
  { title: 'Time', width: 2 },
  { title: 'After', width: 1.5 },
  { title: 'What happened', width: 14 },
  { title: 'By', width: 4 },
  { title: 'Arrived', width: 2 },
] as const
const sweepColumns = [
  { title: 'Floor', width: 4 },
  { title: 'Zone', width: 5 },
  { title: 'State', width: 3 },
  { title: 'Time', width: 2 },
  { title: 'By', width: 4 },
  { title: 'Note', width: 6 },
] as const

/** A tap made without a connection arrives when there is one again. */
const isLate = (at: string, arrivedAt: string) => Date.parse(arrivedAt) - Date.parse(at) >= 5000

function sweepRows({ sweeps }: Report, timeZone: string, swept: readonly SweptPlace[]): Cell[][] {
  return sweeps.map((sweep, index) => {
    const { floor, zone } = swept[index] ?? { floor: '', zone: '' }
    return [floor, zone, sweep.state, clock(sweep.decidedAt, timeZone), sweep.by, sweep.note]
  })
}

/** This one stands at the end. */
function comparisonRows({ event, counts, timings, earlier }: Report, zone: string): Cell[][] {
  const { scenario, triggeredAt } = event
  const clockOf = (seconds: number | null) => (seconds === null ? 'not reached' : minutes(seconds))
  return [...earlier, { scenario, triggeredAt, total: counts.total, timings }].map((one) => {
    const { to50, to90, to100 } = one.timings
    const name = `${dateAndTime(one.triggeredAt, zone)}, ${words(one.scenario)}`
    return [name, one.total, clockOf(to50), clockOf(to90), clockOf(to100)]
  })
}

function personRows({ people }: Report, zone: string, since: (at: string) => number): Cell[][] {
  const sorted = people.toSorted(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || a.fullName.localeCompare(b.fullName),
  )
  return sorted.map((person) => {
    const sighting = person.evidence?.sighting
    const near = person.evidence?.nearZoneName
    return [
      person.fullName,
      person.employeeId,
      person.departmentName ?? (person.entityType === 'employee' ? '' : person.entityType),
      outcomes[person.status],
      person.decidedAt && minutes(since(person.decidedAt)),
      howOf(person),
      sighting && [sighting.zoneName ?? (near && `near ${near}`), sighting.floorName].filter(Boolean).join(', '),
      sighting && clock(sighting.at, zone),
      [words(person.absence), person.note].filter(Boolean).join('. '),
    ]
  })
}

function howOf({ method, by }: Person): string {
  if (method === 'auto_zone') return 'seen at a muster point'
  if (method === 'link') return 'own answer'
  if (method === null) return ''
  const way = { manual: '', bulk: '', scan: ', badge scanned', sweep: ', in a search' }[method]
  return `by ${by ?? 'hand'}${way}`
}

function resultOf({ counts: { total, unknown, needsHelp } }: Report): string {
  if (unknown + needsHelp === 0) return `everybody accounted for (${total})`
  const parts = [unknown > 0 && `${unknown} missing`, needsHelp > 0 && `${needsHelp} in need of help`]
  return `${parts.filter(Boolean).join(', ')}, of ${total} people`
}

function clock(at: string, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', { timeZone, timeStyle: 'medium' }).format(new Date(at))
}
