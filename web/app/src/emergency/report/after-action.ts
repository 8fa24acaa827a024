// Accounted for over time, as the report's picture draws it: seconds since the trigger, until the end or until now.
import type { AfterActionReport } from '@rollcall/contracts/domains/muster'
import type { z } from 'zod'
import { t } from './texts.ts'

/** `accounted` people by `seconds` after the trigger. */
export type ProgressStep = { readonly seconds: number; readonly accounted: number }
type Report = Pick<z.infer<typeof AfterActionReport>, 'progress'> & {
  readonly event: { readonly triggeredAt: string; readonly resolvedAt: string | null }
}

/** The last step repeats the last count at the end, so that the line reaches it. */
export function progressSteps({ event, progress }: Report, now: number): ProgressStep[] {
  const start = Date.parse(event.triggeredAt)
  const end = event.resolvedAt === null ? now : Date.parse(event.resolvedAt)
  const secondsAt = (at: number) => Math.max(0, (at - start) / 1_000)
  const steps = progress.map(({ at, accounted }) => ({ seconds: secondsAt(Date.parse(at)), accounted }))
  return [...steps, { seconds: secondsAt(end), accounted: steps.at(-1)?.accounted ?? 0 }]
}

/** "All 72 people were accounted for", or who was not. */
export function outcomeSentence(counts: {
  readonly missing: number
  readonly help: number
  readonly total: number
}): string {
  const { missing, help, total } = counts
  if (missing + help === 0) return total === 1 ? t('oneAccounted') : t('allAccounted', { total })
  if (help === 0) return t('missingOf', { missing, total })
  return missing === 0 ? t('helpOf', { help, total }) : t('missingAndHelp', { missing, help, total })
}
