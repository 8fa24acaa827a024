// The jobs of heavy/heavy-work.ts: work that takes the processor for longer than others should wait. Each is a function of plain data.
// Called by heavy-worker.ts, in a thread of its own.
import { verifyChain } from './audit/verify-audit.ts'
import type { Database } from './database/schema.ts'
import { reportAsCsv } from './domains/emergency/report-files.ts'
import { reportAsPdf } from './domains/emergency/report-pdf.ts'
import { peopleCsv, peoplePdf } from './domains/personnel/person-files.ts'
import type { JobName } from './heavy/heavy-work.ts'
import { proposeCalibration } from './positioning/calibration/propose.ts'

const jobs = {
  verifyAudit: (_input: null, db: Database) => verifyChain(db),
  reportCsv: async (input: Parameters<typeof reportAsCsv>[0]) => reportAsCsv(input),
  reportPdf: reportAsPdf,
  peopleCsv: async (input: Parameters<typeof peopleCsv>[0]) => peopleCsv(input),
  peoplePdf,
  calibration: (input: Parameters<typeof proposeCalibration>) => proposeCalibration(...input),
} satisfies Record<JobName, (input: never, db: Database) => Promise<unknown>>

/** Whoever asked said by the type of its question what goes in. */
export function runJob(name: JobName, input: unknown, db: Database): Promise<unknown> {
  return (jobs[name] as (input: unknown, db: Database) => Promise<unknown>)(input, db)
}
