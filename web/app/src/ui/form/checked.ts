// Holds a body against the contract before it is sent: the refusal is the one the server would give, only at once.
import { check } from '@rollcall/contracts/check'
import { problems } from '@rollcall/contracts/problems'
import type { z } from 'zod'
import { ProblemError } from '../../api/problem-error.ts'

export function checked<S extends z.ZodType>(schema: S, body: unknown): z.input<S> {
  const result = check(schema, body)
  if (result.ok) return body as z.input<S>
  throw new ProblemError({ code: 'validation_failed', ...problems.validation_failed, issues: result.issues })
}
