// The after-action report: times to 50, 90 and 100 %, each person, the timeline; as JSON, CSV and PDF (decisions 9).
// It can be read while the emergency is still active and then tells how things stand.
import type { AfterActionReport, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { findEmergency } from './emergency-queries.ts'
import type { HeardBy } from './muster-queries.ts'
import { progressOf, timingsOf } from './muster-progress.ts'
import { reportAsCsv, reportAsPdf } from './report-files.ts'
import { rosterOf, shownTo } from './roster.ts'
import { timelineOf } from './timeline-queries.ts'

type ReportHandlers = Pick<Handlers<typeof muster, Context>, 'report' | 'reportCsv' | 'reportPdf'>

export function reportHandlers(heardBy: HeardBy): ReportHandlers {
  return {
    report: ({ params, context }) => reportOf(params.id, context, heardBy),
    async reportCsv({ params, context }) {
      const report = await reportOf(params.id, context, heardBy)
      return { mediaType: 'text/csv', fileName: fileName(report, 'csv'), content: reportAsCsv(report) }
    },
    async reportPdf({ params, context }) {
      const report = await reportOf(params.id, context, heardBy)
      return { mediaType: 'application/pdf', fileName: fileName(report, 'pdf'), content: await reportAsPdf(report) }
    },
  }
}

type Report = z.input<typeof AfterActionReport>

async function reportOf(id: string, context: Context, heardBy: HeardBy): Promise<Report> {
  const event = found(await findEmergency(context.db, id))
  const [people, history] = await Promise.all([
    rosterOf(context.db, id, shownTo(context, heardBy)),
    timelineOf(context.db, id),
  ])
  const progress = progressOf(event.triggeredAt, history)
  return {
    event,
    counts: event.counts,
    people,
    timings: timingsOf(progress, event.counts.total),
    progress,
    timeline: history.map(({ id: line, eventId, at, type, personId, personName, actor, text }) => {
      return { id: line, eventId, at, type, personId, personName, actor, text }
    }),
  }
}

function fileName({ event }: Report, extension: string): string {
  return `after-action-${event.scenario}-${event.triggeredAt.slice(0, 10)}.${extension}`
}
