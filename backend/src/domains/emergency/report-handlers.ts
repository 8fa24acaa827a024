// The after-action report: times to 50, 90 and 100 %, each person, the timeline; as JSON, CSV and PDF (rules 9).
// It can be read while the emergency is still active and then tells how things stand.
import type { AfterActionReport, muster } from '@rollcall/contracts/domains/muster'
import type { Handlers } from '@rollcall/contracts/endpoint'
import type { z } from 'zod'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { earlierDrills } from './earlier-drills.ts'
import { placesOf } from './emergency-queries.ts'
import { progressOf, timingsOf } from './muster-progress.ts'
import type { ReportFile } from './report-files.ts'
import type { ReportDocument } from './report-pdf.ts'
import { findReview } from './review-queries.ts'
import { shownTo } from './roster.ts'
import { readBoard } from './roster-queries.ts'
import { sweptPlaces } from './swept-places.ts'
import { timelineOf } from './timeline-queries.ts'

type ReportHandlers = Pick<Handlers<typeof muster, Context>, 'report' | 'reportCsv' | 'reportPdf'>

export function reportHandlers(heavy: HeavyWork): ReportHandlers {
  return {
    report: ({ params, context }) => reportOf(params.id, context),
    async reportCsv({ params, context }) {
      const report = await reportOf(params.id, context)
      const content = await heavy.run<ReportFile, string>('reportCsv', {
        report,
        swept: await sweptPlaces(context.db, report),
      })
      return { mediaType: 'text/csv', fileName: fileName(report, 'csv'), content }
    },
    async reportPdf({ params, context }) {
      const report = await reportOf(params.id, context)
      const places = await placesOf(context.db, params.id)
      const content = await heavy.run<ReportDocument, Uint8Array>('reportPdf', {
        report,
        places,
        swept: await sweptPlaces(context.db, report),
      })
      return { mediaType: 'application/pdf', fileName: fileName(report, 'pdf'), content }
    },
  }
}

type Report = z.input<typeof AfterActionReport>

async function reportOf(id: string, context: Context): Promise<Report> {
  const [board, history, review, earlier] = await Promise.all([
    readBoard(context.db, id, 0, shownTo(context)),
    timelineOf(context.db, id),
    findReview(context.db, id),
    earlierDrills(context.db, id),
  ])
  const { event, counts, people, sweeps } = found(board).read()
  const progress = progressOf(event.triggeredAt, history)
  return {
    event,
    counts,
    people,
    sweeps,
    timings: timingsOf(progress, counts.total),
    progress,
    review: found(review),
    earlier,
    timeline: history.map(({ id: line, eventId, at, arrivedAt, type, personId, personName, actor, text }) => {
      return { id: line, eventId, at, arrivedAt, type, personId, personName, actor, text }
    }),
  }
}

function fileName({ event }: Report, extension: string): string {
  return `after-action-${event.scenario}-${event.triggeredAt.slice(0, 10)}.${extension}`
}
