// The explicit mark of a row whose behaviour does not exist yet: 501, never invented data. grep for it to see what is missing.
import { refuse } from './refusal.ts'

export async function notBuilt(): Promise<never> {
  refuse('not_built')
}
