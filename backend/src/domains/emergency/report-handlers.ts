// The after-action report: times to 50, 90 and 100 %, each person, the timeline; as JSON, CSV and PDF (rules 9).
// It can be read while the emergency is still active and then tells how things stand.
import type { AfterActionReport, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { findEmergency, placesOf } from './emergency-queries.ts'
import { progressOf, timingsOf } from './muster-progress.ts'
import { reportAsCsv } from './report-files.ts'
import { reportAsPdf } from './report-pdf.ts'
import { shownTo, type Rosters } from './roster.ts'
import { timelineOf } from './timeline-queries.ts'

type ReportHandlers = Pick<Handlers<typeof muster, Context>, 'report' | 'reportCsv' | 'reportPdf'>

export function reportHandlers(rosters: Rosters): ReportHandlers {
  return {
    report: ({ params, context }) => reportOf(params.id, context, rosters),
    async reportCsv({ params, context }) {
      const report = await reportOf(params.id, context, rosters)
      return { mediaType: 'text/csv', fileName: fileName(report, 'csv'), content: reportAsCsv(report) }
    },
    async reportPdf({ params, context }) {
      const report = await reportOf(params.id, context, rosters)
      const content = await reportAsPdf(report, await placesOf(context.db, params.id))
      return { mediaType: 'application/pdf', fileName: fileName(report, 'pdf'), content }
    },
  }
}

type Report = z.input<typeof AfterActionReport>

async function reportOf(id: string, context: Context, rosters: Rosters): Promise<Report> {
  const event = found(await findEmergency(context.db, id))
  const [{ counts, people }, history] = await Promise.all([
    rosters.people(event, shownTo(context)),
    timelineOf(context.db, id),
  ])
  const progress = progressOf(event.triggeredAt, history)
  return {
    event: { ...event, counts },
    counts,
    people,
    sweeps: [],
    timings: timingsOf(progress, counts.total),
    progress,
    timeline: history.map(({ id: line, eventId, at, arrivedAt, type, personId, personName, actor, text }) => {
      return { id: line, eventId, at, arrivedAt, type, personId, personName, actor, text }
    }),
  }
}

function fileName({ event }: Report, extension: string): string {
  return `after-action-${event.scenario}-${event.triggeredAt.slice(0, 10)}.${extension}`
}
