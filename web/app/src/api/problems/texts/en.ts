// English texts of refusals: those of the contract, by code.
import { problems } from '@rollcall/contracts/problems'
import type { ProblemCode } from '@rollcall/contracts/problems'

export const texts = Object.fromEntries(Object.entries(problems).map(([code, { message }]) => [code, message])) as {
  readonly [Code in ProblemCode]: (typeof problems)[Code]['message']
}
