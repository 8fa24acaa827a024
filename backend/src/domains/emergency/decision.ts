// When a decision about a person or a place counts (rules 9): dated by when it was made, not by when it arrived. Pure; used by
// account-people.ts and sweeps.ts.

/** Never before the trigger, never in the future; ISO 8601. Absent: now. */
export function clampDecidedAt(decidedAt: string | undefined, triggeredAt: string, now: number): string {
  const asked = decidedAt === undefined ? now : Date.parse(decidedAt)
  return new Date(Math.max(Date.parse(triggeredAt), Math.min(asked, now))).toISOString()
}

type Standing = { readonly decidedAt: string | null; readonly status: string; readonly note: string | null }
type Asked = {
  /** Absent: decided when it arrived, so later than anything that stands. */
  readonly decidedAt?: string | undefined
  readonly status: string
  /** Null: nothing to add. */
  readonly note: string | null
}

/** `same`: said before, one decision and not two. `decided_since`: somebody decided otherwise later than that. */
export function compareDecisions(standing: Standing, asked: Asked): 'new' | 'same' | 'decided_since' {
  if (asked.status === standing.status && (asked.note === null || asked.note === standing.note)) return 'same'
  const isLate = Date.parse(standing.decidedAt ?? '') > Date.parse(asked.decidedAt ?? '')
  return isLate && asked.status !== standing.status ? 'decided_since' : 'new'
}
