// How code says no: by a code of the problem table (contracts/src/problems.ts). The reply is built in error-reply.ts.
import { noted, type NoteCode, type NoteValues } from '@rollcall/contracts/notes'
import type { Issue, ProblemCode } from '@rollcall/contracts/problems'

export class Refusal extends Error {
  readonly code: ProblemCode
  readonly issues: readonly Issue[] | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(code: ProblemCode, issues?: readonly Issue[], headers: Readonly<Record<string, string>> = {}) {
    super(code)
    this.code = code
    this.issues = issues
    this.headers = headers
  }
}

export function refuse(code: ProblemCode): never {
  throw new Refusal(code)
}

/** A body that has the right shape but cannot be meant, such as the id of something that does not exist. */
export function refuseField<Code extends NoteCode>(path: string, code: Code, ...values: NoteValues<Code>): never {
  throw new Refusal('validation_failed', [noted(path, code, ...values)])
}

/** Answers the row, or 404 when there is none. */
export function found<T>(row: T | null | undefined): T {
  if (row === undefined || row === null) refuse('not_found')
  return row
}
