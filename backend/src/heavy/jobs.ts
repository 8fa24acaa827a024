// Work that takes the processor for longer than others should wait: whole documents, the audit chain, a calibration. Each is a function
// of plain data, so that it can be done in a thread of its own. Run by heavy-work.ts.
import { verifyChain } from '../audit/verify-audit.ts'
import type { Database } from '../database/schema.ts'
import { reportAsCsv } from '../domains/emergency/report-files.ts'
import { reportAsPdf } from '../domains/emergency/report-pdf.ts'
import { peopleCsv, peoplePdf } from '../domains/personnel/person-files.ts'
import { proposeCalibration } from '../positioning/calibration/propose.ts'

export const jobs = {
  verifyAudit: (_input: null, db: Database) => verifyChain(db),
  reportCsv: async (input: Parameters<typeof reportAsCsv>[0]) => reportAsCsv(input),
  reportPdf: (input: Parameters<typeof reportAsPdf>[0]) => reportAsPdf(input),
  peopleCsv: async (input: Parameters<typeof peopleCsv>[0]) => peopleCsv(input),
  peoplePdf: (input: Parameters<typeof peoplePdf>[0]) => peoplePdf(input),
  calibration: ({ survey, mode, current }: CalibrationInput) => proposeCalibration(survey, mode, current),
}

type CalibrationInput = {
  readonly survey: Parameters<typeof proposeCalibration>[0]
  readonly mode: Parameters<typeof proposeCalibration>[1]
  readonly current: Parameters<typeof proposeCalibration>[2]
}

export type Jobs = typeof jobs
export type JobName = keyof Jobs
export type JobInput<N extends JobName> = Parameters<Jobs[N]>[0]
export type JobOutput<N extends JobName> = Awaited<ReturnType<Jobs[N]>>
