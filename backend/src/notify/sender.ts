// What a sender is (rules 9: pluggable senders). A sender never throws: whatever happens is an attempt, and attempts are recorded.
import type { NotificationChannel } from '@rollcall/contracts/domains/emergency'
import type { z } from 'zod'

export type Outgoing = {
  readonly emergencyId: string | null
  readonly channel: z.infer<typeof NotificationChannel>
  readonly contactName: string
  /** E-mail address or phone number, after the channel; a webhook needs none. */
  readonly address: string | null
  readonly subject: string
  readonly text: string
  /** Whole address of the page to look at. The text of a mail or a text message ends with it. */
  readonly link: string | null
  /** Where the contact answers; null: nothing is asked. The text of a mail or a text message names it, too. */
  readonly answerLink: string | null
}

export type Attempt = {
  readonly sender: string
  readonly result: 'sent' | 'failed' | 'dry_run'
  readonly detail: string | null
  /** Worth another try: the other side may only be busy. */
  readonly retry: boolean
}

export type Send = (message: Outgoing) => Promise<Attempt>

export function failed(sender: string, error: unknown, retry: boolean): Attempt {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const detail = cause instanceof Error ? cause.message || cause.name : String(cause)
  return { sender, result: 'failed', detail: detail.slice(0, 300), retry }
}
