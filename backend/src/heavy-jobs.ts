// The jobs of heavy/heavy-work.ts: work that takes the processor for longer than others should wait. Each is a
// function of plain data that reads by itself what it needs of the database. Called by heavy-worker.ts, in a thread of its own.
import { verifyChain } from './audit/verify-audit.ts'
import type { Database } from './database/schema.ts'
import { auditPart, type AuditPartRequest } from './domains/audit/audit-file.ts'
import { reportFile, type ReportFileRequest } from './domains/emergency/report.ts'
import { peopleFile, type PeopleFileRequest } from './domains/personnel/person-files.ts'
import { cleanSvg } from './files/checked-image.ts'
import type { JobName } from './heavy/heavy-work.ts'
import { learnStoredRests, type RestsQuestion } from './positioning/calibration/learn-stored-rests.ts'
import { proposeCalibration } from './positioning/calibration/propose.ts'

const jobs = {
  verifyAudit: (_input: null, db: Database) => verifyChain(db),
  auditPart: (input: AuditPartRequest, db: Database) => auditPart(db, input),
  reportFile: (input: ReportFileRequest, db: Database) => reportFile(db, input),
  peopleFile: (input: PeopleFileRequest, db: Database) => peopleFile(db, input),
  cleanSvg: async (input: Uint8Array) => cleanSvg(input),
  calibration: (input: Parameters<typeof proposeCalibration>) => proposeCalibration(...input),
  restsCalibration: (input: RestsQuestion, db: Database) => learnStoredRests(db, input),
} satisfies Record<JobName, (input: never, db: Database) => Promise<unknown>>

/** Whoever asked said by the type of its question what goes in. */
export function runJob(name: JobName, input: unknown, db: Database): Promise<unknown> {
  return (jobs[name] as (input: unknown, db: Database) => Promise<unknown>)(input, db)
}
