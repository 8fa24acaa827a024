// The after-action report as a document to read, sign and file (rules 9): how it went in one sentence, the times, the curve,
// everybody with what became of them, what was searched, and the timeline. Times are those of the site's clocks and of the decisions;
// what we heard of later says when. In the organisation's language.
import type { AfterActionReport } from '@rollcall/contracts/domains/muster'
import { actorTold } from '@rollcall/contracts/sentences'
import type { z } from 'zod'
import type { SweptPlace } from './swept-places.ts'
import { dateAndTime } from '../../documents/date-and-time.ts'
import { createPdf, minutes, type Cell } from '../../documents/pdf-document.ts'
import type { Say } from '../../texts/say.ts'

type Report = z.input<typeof AfterActionReport>
type Person = Report['people'][number]
type Pdf = ReturnType<typeof createPdf>
type Place = { readonly name: string; readonly timezone: string }

/** Those whom somebody must still ask about come first. */
const order: readonly Person['status'][] = ['unknown', 'needs_help', 'accounted', 'off_site', 'excused']

export type ReportDocument = {
  report: Report
  places: readonly Place[]
  swept: readonly SweptPlace[]
  /** In the organisation's language. */
  say: Say
}
/** On the clocks of the place, as its language writes them. */
type Times = { readonly say: Say; readonly zone: string; readonly since: (at: string) => number }

export async function reportAsPdf({ report, places, swept, say }: ReportDocument): Promise<Uint8Array> {
  const { event, timings, counts } = report
  const zone = places[0]?.timezone ?? 'UTC'
  const start = Date.parse(event.triggeredAt)
  const since = (at: string) => Math.max(0, Math.round((Date.parse(at) - start) / 1000))
  const times: Times = { say, zone, since }
  const lastAt = event.resolvedAt ?? report.progress.at(-1)?.at ?? event.triggeredAt
  const scenario = say(`scenario_${event.scenario}`)
  const pdf = createPdf({
    title:
      event.mode === 'live'
        ? say('reportTitle', { scenario })
        : say('reportTitleMode', { scenario, mode: say(`mode_${event.mode}`) }),
    subtitle: `${places.map(({ name }) => name).join(', ')} · ${say('timesOf', { zone })}`,
  })
  facts(pdf, report, times)
  const reached = (seconds: number | null) =>
    seconds === null ? say('notReached') : say('inMinutes', { time: minutes(seconds) })
  pdf.numbers([
    { name: say('onRoster'), value: String(counts.total) },
    { name: say('person_accounted'), value: String(counts.accounted + counts.offSite + counts.excused) },
    { name: say('missingAtEnd'), value: String(counts.unknown) },
    { name: say('timeTo', { percent: 50 }), value: reached(timings.to50) },
    { name: say('timeTo', { percent: 90 }), value: reached(timings.to90) },
    { name: say('timeTo', { percent: 100 }), value: reached(timings.to100) },
  ])
  pdf.heading(say('overTime'))
  const points = report.progress.map(({ at, accounted }) => ({ second: since(at), count: accounted }))
  pdf.steps(points, counts.total, since(lastAt), [
    { name: '50 %', second: timings.to50 },
    { name: '90 %', second: timings.to90 },
    { name: '100 %', second: timings.to100 },
  ])
  for (const [title, text] of [
    [say('notes'), report.review.notes],
    [say('lessons'), report.review.lessons],
  ] as const)
    if (text) {
      pdf.heading(title)
      pdf.prose(text)
    }
  await tables(pdf, report, swept, times)
  pdf.heading(say('auditLog'))
  pdf.fact(say('newest'), `${report.auditHead.seq}:${report.auditHead.hash}`)
  return pdf.finish()
}

function facts(pdf: Pdf, report: Report, { say, zone }: Times): void {
  const { event } = report
  const when = (at: string, name: string | null) => {
    const time = dateAndTime(at, zone, say.locale)
    return name ? say('timeBy', { time, name: say.sentence(actorTold(name)) }) : time
  }
  pdf.fact(say('result'), resultOf(report, say))
  pdf.fact(say('started'), when(event.triggeredAt, event.triggeredBy))
  const time = event.resolvedAt && when(event.resolvedAt, event.resolvedBy)
  const ended = time && event.resolution ? say('howAndWhen', { how: say(`outcome_${event.resolution}`), time }) : time
  pdf.fact(say('ended'), ended || say('notYet'))
  if (event.message) pdf.fact(say('message'), event.message)
}

async function tables(pdf: Pdf, report: Report, swept: readonly SweptPlace[], times: Times): Promise<void> {
  const { say, zone, since } = times
  const columns = (widths: readonly (readonly [name: Column, width: number])[]) =>
    widths.map(([name, width]) => ({ title: say(`column_${name}`), width }))
  if (report.earlier.length > 0) {
    pdf.heading(say('compared'))
    const percents = [50, 90, 100].map((percent) => ({ title: say('timeTo', { percent }), width: 3 }))
    const head = [...columns([['drill', 8]]), { title: say('people'), width: 2 }, ...percents]
    await pdf.table(head, comparisonRows(report, times))
  }
  pdf.heading(say('people'))
  await pdf.table(columns(personColumns), personRows(report, times))
  pdf.heading(say('searchedHeading'))
  if (report.sweeps.length === 0) pdf.fact(say('nothing'), say('nothingSearched'))
  else await pdf.table(columns(sweepColumns), sweepRows(report, swept, times))
  pdf.heading(say('timeline'))
  const lines = report.timeline.map((line) => {
    const { at, arrivedAt, actor } = line
    const arrived = isLate(at, arrivedAt) ? clock(arrivedAt, zone, say) : ''
    return [
      clock(at, zone, say),
      minutes(since(at)),
      say.sentence(line),
      actor && say.sentence(actorTold(actor)),
      arrived,
    ]
  })
  await pdf.table(columns(timelineColumns), lines)
}

type Column = (typeof personColumns | typeof timelineColumns | typeof sweepColumns)[number][0] | 'drill'
const personColumns = [
  ['name', 5],
  ['number', 2],
  ['department', 4],
  ['outcome', 3],
  ['after', 1.5],
  ['how', 4],
  ['lastPlace', 5],
  ['lastSeen', 2],
  ['remark', 4],
] as const
const timelineColumns = [
  ['time', 2],
  ['after', 1.5],
  ['whatHappened', 14],
  ['by', 4],
  ['arrived', 2],
] as const
const sweepColumns = [
  ['floor', 4],
  ['zone', 5],
  ['state', 3],
  ['time', 2],
  ['by', 4],
  ['note', 6],
] as const

/** A tap made without a connection arrives when there is one again. */
const isLate = (at: string, arrivedAt: string) => Date.parse(arrivedAt) - Date.parse(at) >= 5000

function sweepRows({ sweeps }: Report, swept: readonly SweptPlace[], { say, zone: timeZone }: Times): Cell[][] {
  return sweeps.map((sweep, index) => {
    const { floor, zone } = swept[index] ?? { floor: '', zone: '' }
    return [floor, zone, say(`search_${sweep.state}`), clock(sweep.decidedAt, timeZone, say), sweep.by, sweep.note]
  })
}

/** This one stands at the end. */
function comparisonRows({ event, counts, timings, earlier }: Report, { say, zone }: Times): Cell[][] {
  const { scenario, triggeredAt } = event
  const clockOf = (seconds: number | null) => (seconds === null ? say('notReached') : minutes(seconds))
  return [...earlier, { scenario, triggeredAt, total: counts.total, timings }].map((one) => {
    const { to50, to90, to100 } = one.timings
    const name = `${dateAndTime(one.triggeredAt, zone, say.locale)}, ${say(`scenario_${one.scenario}`)}`
    return [name, one.total, clockOf(to50), clockOf(to90), clockOf(to100)]
  })
}

function personRows({ people }: Report, { say, zone, since }: Times): Cell[][] {
  const sorted = people.toSorted(
    (a, b) => order.indexOf(a.status) - order.indexOf(b.status) || a.fullName.localeCompare(b.fullName, say.locale),
  )
  return sorted.map((person) => {
    const sighting = person.evidence?.sighting
    const near = person.evidence?.nearZoneName
    const place = sighting?.zoneName ?? (near && say('nearZone', { zone: near }))
    return [
      person.fullName,
      person.employeeId,
      person.departmentName ?? (person.entityType === 'employee' ? '' : say(`type_${person.entityType}`)),
      say(`person_${person.status}`),
      person.decidedAt && minutes(since(person.decidedAt)),
      howOf(person, say),
      sighting && [place, sighting.floorName].filter(Boolean).join(', '),
      sighting && clock(sighting.at, zone, say),
      [person.absence && say(`absence_${person.absence}`), person.note].filter(Boolean).join('. '),
    ]
  })
}

function howOf({ method, by: name }: Person, say: Say): string {
  if (method === null) return ''
  if (method === 'auto_zone') return say('way_auto_zone')
  if (method === 'link') return say('way_link')
  const by = name ? say('byName', { name }) : say('byHand')
  return method === 'scan' || method === 'sweep' ? say(`way_${method}`, { by }) : by
}

function resultOf({ counts: { total, unknown, needsHelp } }: Report, say: Say): string {
  if (unknown + needsHelp === 0) return say('allAccounted', { number: total })
  const missing = unknown > 0 && say('countMissing', { number: unknown })
  const help = needsHelp > 0 && say('countHelp', { number: needsHelp })
  return say('ofPeople', { parts: [missing, help].filter(Boolean).join(', '), number: total })
}

function clock(at: string, timeZone: string, { locale }: Say): string {
  return new Intl.DateTimeFormat(locale, { timeZone, timeStyle: 'medium' }).format(new Date(at))
}
