// The version of one stored thing as HTTP has it: ETag with every answer, If-Match with a change (rules 8, RFC 9110). Used by
// implement.ts, and through the context by whatever changes a row.
import { refuse } from './refusal.ts'

/** Of an answer that is one stored thing; null of everything else. */
export function entityTag(answer: unknown): string | null {
  if (typeof answer !== 'object' || answer === null) return null
  return 'updatedAt' in answer && typeof answer.updatedAt === 'string' ? tagOf(answer.updatedAt) : null
}

/** Without a header, or with `*`, whatever is stored may be changed. */
export function refuseIfChanged(ifMatch: string | undefined, { updatedAt }: { readonly updatedAt: string }): void {
  const expected = ifMatch?.split(',').map((tag) => tag.trim()) ?? ['*']
  if (!expected.includes('*') && !expected.includes(tagOf(updatedAt))) refuse('changed_since')
}

const tagOf = (updatedAt: string) => `"${updatedAt}"`
