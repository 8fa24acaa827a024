// How attempts to tell somebody are spoken of.
import type { emergency, NotificationMessage } from '@rollcall/contracts/domains/emergency'
import type { CallResult } from '@rollcall/contracts/endpoint'
import { t } from './texts.ts'

type Attempt = CallResult<typeof emergency.notifications>['items'][number]

export const channelWords: Readonly<Record<Attempt['channel'], string>> = {
  get email() {
    return t('channelEmail')
  },
  get sms() {
    return t('channelSms')
  },
  get voice() {
    return t('channelCall')
  },
  get webhook() {
    return t('channelWebhook')
  },
}

/** A dry run is no delivery, and nobody may take it for one. */
export const resultWords = {
  sent: {
    get word() {
      return t('sent')
    },
    tone: 'good',
  },
  failed: {
    get word() {
      return t('failed')
    },
    tone: 'bad',
  },
  dry_run: {
    get word() {
      return t('notSent')
    },
    tone: 'ageing',
  },
} as const satisfies Record<Attempt['result'], { word: string; tone: string }>

/** How one message to one contact stands; `waiting` that was tried before is said with the next try. */
export const messageStateWords = {
  waiting: {
    get word() {
      return t('beingTried')
    },
    tone: 'ageing',
  },
  sent: {
    get word() {
      return t('delivered')
    },
    tone: 'good',
  },
  dry_run: resultWords.dry_run,
  given_up: {
    get word() {
      return t('givenUp')
    },
    tone: 'bad',
  },
  out_of_date: {
    get word() {
      return t('dropped')
    },
    tone: 'plain',
  },
} as const satisfies Record<NotificationMessage['state'], { word: string; tone: string }>

export const aboutWords: Readonly<Record<NotificationMessage['about'], string>> = {
  get began() {
    return t('aboutBegan')
  },
  get taken_over() {
    return t('aboutTakenOver')
  },
  get ended() {
    return t('aboutEnded')
  },
}

export function messagesSentence(messages: readonly Pick<NotificationMessage, 'state'>[]): string {
  if (messages.length === 0) return t('nobodyTold')
  const count = (state: NotificationMessage['state']) => messages.filter((one) => one.state === state).length
  const parts = [
    t('messagesDelivered', { number: count('sent') }),
    count('waiting') > 0 && t('messagesTried', { number: count('waiting') }),
    count('given_up') > 0 && t('messagesGivenUp', { number: count('given_up') }),
    count('out_of_date') > 0 && t('messagesDropped', { number: count('out_of_date') }),
    count('dry_run') > 0 && t('messagesNoSender', { number: count('dry_run') }),
  ]
  return `${parts.filter(Boolean).join(', ')}.`
}

/** Short: on a phone it must not push people off the screen. */
export function notArrived(count: number): string {
  return t('notArrived', { count })
}

export function notifiedSentence(attempts: readonly Pick<Attempt, 'result'>[]): string {
  if (attempts.length === 0) return t('nobodyTold')
  const count = (result: Attempt['result']) => attempts.filter((one) => one.result === result).length
  const parts = [
    t('messagesSent', { number: count('sent') }),
    count('failed') && t('messagesFailed', { number: count('failed') }),
  ]
  if (count('dry_run') > 0) parts.push(t('messagesNoSender', { number: count('dry_run') }))
  return `${parts.filter(Boolean).join(', ')}.`
}
