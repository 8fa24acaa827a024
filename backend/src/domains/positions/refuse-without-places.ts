// Lists that are narrowed by where somebody or something was seen tell a place, which is for those who hold positions.read (rules 9, 11).
import type { Context } from '../../http/context.ts'
import { refuse } from '../../http/refusal.ts'

/** `asked`: what a query asks for by place; undefined: it does not. */
export function refuseWithoutPlaces(context: Pick<Context, 'may'>, ...asked: readonly unknown[]): void {
  if (asked.some((one) => one !== undefined) && !context.may('positions.read')) refuse('forbidden')
}
