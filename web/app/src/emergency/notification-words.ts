// How attempts to tell somebody are spoken of.
import type { emergency } from '@rollcall/contracts/domains/emergency'
import type { CallResult } from '@rollcall/contracts/endpoint'

type Attempt = CallResult<typeof emergency.notifications>['items'][number]

export const channelWords: Readonly<Record<Attempt['channel'], string>> = {
  email: 'Email',
  sms: 'Text message',
  voice: 'Call',
  webhook: 'Webhook',
}

/** A dry run is no delivery, and nobody may take it for one. */
export const resultWords = {
  sent: { word: 'Sent', tone: 'good' },
  failed: { word: 'Failed', tone: 'bad' },
  dry_run: { word: 'Not sent: no sender is set up', tone: 'ageing' },
} as const satisfies Record<Attempt['result'], { word: string; tone: string }>

export function notifiedSentence(attempts: readonly Pick<Attempt, 'result'>[]): string {
  if (attempts.length === 0) return 'Nobody has been told by message.'
  const count = (result: Attempt['result']) => attempts.filter((one) => one.result === result).length
  const parts = [`${count('sent')} sent`, count('failed') && `${count('failed')} failed`]
  if (count('dry_run') > 0) parts.push(`${count('dry_run')} not sent, because no sender is set up`)
  return `${parts.filter(Boolean).join(', ')}.`
}
