// How a contact stands: whether messages are known to reach them, from the newest test and the last answer.
import type { Contact, ContactTest, ContactTesting } from '@rollcall/contracts/domains/contacts'
import { timeAgo } from '../ui/site-time.ts'
import type { Tone } from '../ui/StateWord.vue'
import { channelWords } from './notification-words.ts'
import { t } from './texts.ts'

type Standing = { readonly word: string; readonly tone: Tone }

/** Of the newest test first: who answered last year and is not reached today is not reached. */
export function reachOf(contact: Contact, test: ContactTest | undefined, now: number): Standing {
  if (contact.channels.length === 0) return { word: t('noWay'), tone: 'bad' }
  if (test && test.answeredAt === null) {
    const states = test.messages.map(({ state }) => state)
    if (states.includes('waiting')) return { word: t('testBeingSent'), tone: 'plain' }
    if (states.length > 0 && states.every((state) => state === 'given_up')) return { word: t('testLost'), tone: 'bad' }
    if (states.length > 0 && !states.includes('sent')) return { word: t('testNotSent'), tone: 'bad' }
  }
  if (contact.answeredAt === null) return { word: test ? t('notAnswered') : t('neverAnswered'), tone: 'ageing' }
  return { word: t('answeredAgo', { time: timeAgo(Date.parse(contact.answeredAt), now) }), tone: 'good' }
}

/** Why a test did not arrive, by channel; empty: nothing to say. */
export function troubleOf(test: ContactTest | undefined): string {
  const failed = test?.messages.filter(({ state }) => state === 'given_up') ?? []
  return failed.map(({ channel, detail }) => `${channelWords[channel]}: ${detail ?? t('givenUpIn')}`).join(' ')
}

export function testingSentence({ tests, waiting }: Pick<ContactTesting, 'tests' | 'waiting'>): string {
  const answered = tests.filter(({ answeredAt }) => answeredAt !== null).length
  const parts = { answered, contacts: t('contactsCount', { count: tests.length }) }
  return waiting > 0
    ? t('answeredLastOnWay', { ...parts, waiting: t('messagesOnWay', { count: waiting }) })
    : t('answeredLast', parts)
}

/** What is chosen by somebody and cannot be sent. */
export function unsendable(contacts: readonly Contact[], { canSend }: Pick<ContactTesting, 'canSend'>): string {
  const chosen = new Set(contacts.flatMap(({ channels }) => channels))
  const lost = [...chosen].filter((channel) => !canSend.includes(channel)).map((channel) => channelWords[channel])
  if (lost.length === 0) return ''
  return t('notReallySent', { channels: lost.join(', ') })
}
