// The after-action report as JSON, CSV and PDF (rules 9). It can be read while the emergency is still active and then tells how things
// stand.
import type { muster } from '@rollcall/contracts/domains/muster'
import { JsonText, type FileContent, type Handlers } from '@rollcall/contracts/endpoint'
import type { HeavyWork } from '../../heavy/heavy-work.ts'
import type { Context } from '../../http/context.ts'
import { found } from '../../http/refusal.ts'
import { reportFile, type Report, type ReportFile, type ReportFileRequest } from './report.ts'
import { shownTo } from './roster.ts'

type ReportHandlers = Pick<Handlers<typeof muster, Context>, 'report' | 'reportCsv' | 'reportPdf'>

export function reportHandlers(heavy: HeavyWork): ReportHandlers {
  const fileOf = async (id: string, context: Context, format: ReportFileRequest['format']): Promise<ReportFile> => {
    const request = { id, shown: shownTo(context), format }
    // The thread has connections of its own, which show the whole site.
    if (context.buildingIds !== null) return found(await reportFile(context.own, request))
    return found(await heavy.run<ReportFileRequest, ReportFile | null>('reportFile', request))
  }
  return {
    report: async ({ params, context }) =>
      new JsonText<Report>(String((await fileOf(params.id, context, 'json')).content)),
    reportCsv: async ({ params, context }): Promise<FileContent> => {
      return { mediaType: 'text/csv', ...(await fileOf(params.id, context, 'csv')) }
    },
    reportPdf: async ({ params, context }): Promise<FileContent> => {
      return { mediaType: 'application/pdf', ...(await fileOf(params.id, context, 'pdf')) }
    },
  }
}
