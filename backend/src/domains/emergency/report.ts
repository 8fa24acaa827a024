// The after-action report: times to 50, 90 and 100 %, each person, the timeline (rules 9); and its files, made by heavy-jobs.ts. Asked for
// by report-handlers.ts.
import type { AfterActionReport } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import { auditHead } from '../../audit/audit-queries.ts'
import type { Database } from '../../database/schema.ts'
import { sayFor } from '../settings/settings-queries.ts'
import { earlierDrills } from './earlier-drills.ts'
import { placesOf } from './emergency-queries.ts'
import { progressOf, timingsOf } from './muster-progress.ts'
import { reportAsCsv } from './report-files.ts'
import { reportAsPdf } from './report-pdf.ts'
import { findReview } from './review-queries.ts'
import { readBoard, type Shown } from './roster-queries.ts'
import { sweptPlaces } from './swept-places.ts'
import { timelineOf } from './timeline-queries.ts'

export type Report = z.input<typeof AfterActionReport>

/** Null: there is no such emergency. */
async function reportOf(db: Database, id: string, shown: Shown): Promise<Report | null> {
  const [board, history, review, earlier, { seq, hash }] = await Promise.all([
    readBoard(db, { eventId: id, since: 0 }, shown),
    timelineOf(db, id),
    findReview(db, id),
    earlierDrills(db, id),
    auditHead(db),
  ])
  if (!board || !review) return null
  const { event, counts, people, sweeps } = board.read()
  const progress = progressOf(event.triggeredAt, history)
  return {
    event,
    counts,
    people,
    sweeps,
    timings: timingsOf(progress, counts.total),
    progress,
    review,
    earlier,
    auditHead: { seq, hash },
    timeline: history.map(({ status: _status, ...line }) => line),
  }
}

export type ReportFileRequest = { readonly id: string; readonly shown: Shown; readonly format: 'json' | 'csv' | 'pdf' }
export type ReportFile = { readonly fileName: string; readonly content: string | Uint8Array }

export async function reportFile(db: Database, { id, shown, format }: ReportFileRequest): Promise<ReportFile | null> {
  const report = await reportOf(db, id, shown)
  if (!report) return null
  const { scenario, triggeredAt } = report.event
  const content = await contentOf(db, report, format)
  return { content, fileName: `after-action-${scenario}-${triggeredAt.slice(0, 10)}.${format}` }
}

async function contentOf(db: Database, report: Report, format: ReportFileRequest['format']) {
  if (format === 'json') return JSON.stringify(report)
  const swept = await sweptPlaces(db, report)
  const say = await sayFor(db)
  if (format === 'csv') return reportAsCsv({ report, swept, say })
  return reportAsPdf({ report, places: await placesOf(db, report.event.id), swept, say })
}
