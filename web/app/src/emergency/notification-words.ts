// How attempts to tell somebody are spoken of.
import type { emergency, NotificationMessage } from '@rollcall/contracts/domains/emergency'
import type { CallResult } from '@rollcall/contracts/endpoint'
import { counted } from '../ui/counted.ts'

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

/** How one message to one contact stands; `waiting` that was tried before is said with the next try. */
export const messageStateWords = {
  waiting: { word: 'Being tried', tone: 'ageing' },
  sent: { word: 'Delivered', tone: 'good' },
  dry_run: resultWords.dry_run,
  given_up: { word: 'Given up', tone: 'bad' },
  out_of_date: { word: 'Dropped: out of date', tone: 'plain' },
} as const satisfies Record<NotificationMessage['state'], { word: string; tone: string }>

export const aboutWords: Readonly<Record<NotificationMessage['about'], string>> = {
  began: 'It began',
  taken_over: 'No longer a drill',
  ended: 'It is over',
}

export function messagesSentence(messages: readonly Pick<NotificationMessage, 'state'>[]): string {
  if (messages.length === 0) return 'Nobody has been told by message.'
  const count = (state: NotificationMessage['state']) => messages.filter((one) => one.state === state).length
  const parts = [
    `${count('sent')} delivered`,
    count('waiting') > 0 && `${count('waiting')} being tried`,
    count('given_up') > 0 && `${count('given_up')} given up`,
    count('out_of_date') > 0 && `${count('out_of_date')} dropped as out of date`,
    count('dry_run') > 0 && `${count('dry_run')} not sent, because no sender is set up`,
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** Short: on a phone it must not push people off the screen. */
export function notArrived(count: number): string {
  return `${counted(count, 'message has', 'messages have')} not arrived.`
}

export function notifiedSentence(attempts: readonly Pick<Attempt, 'result'>[]): string {
  if (attempts.length === 0) return 'Nobody has been told by message.'
  const count = (result: Attempt['result']) => attempts.filter((one) => one.result === result).length
  const parts = [`${count('sent')} sent`, count('failed') && `${count('failed')} failed`]
  if (count('dry_run') > 0) parts.push(`${count('dry_run')} not sent, because no sender is set up`)
  return `${parts.filter(Boolean).join(', ')}.`
}
