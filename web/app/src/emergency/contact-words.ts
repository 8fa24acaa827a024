// How a contact stands: whether messages are known to reach them, from the newest test and the last answer.
import type { Contact, ContactTest, ContactTesting } from '@rollcall/contracts/domains/contacts'
import { counted } from '../ui/counted.ts'
import { timeAgo } from '../ui/site-time.ts'
import type { Tone } from '../ui/StateWord.vue'
import { channelWords } from './notification-words.ts'

type Standing = { readonly word: string; readonly tone: Tone }

/** Of the newest test first: who answered last year and is not reached today is not reached. */
export function reachOf(contact: Contact, test: ContactTest | undefined, now: number): Standing {
  if (contact.channels.length === 0) return { word: 'No way to tell them', tone: 'bad' }
  if (test && test.answeredAt === null) {
    const states = test.messages.map(({ state }) => state)
    if (states.includes('waiting')) return { word: 'Test is being sent', tone: 'plain' }
    if (states.length > 0 && states.every((state) => state === 'given_up'))
      return { word: 'Test did not arrive', tone: 'bad' }
    if (states.length > 0 && !states.includes('sent'))
      return { word: 'Test not sent: no sender is set up', tone: 'bad' }
  }
  if (contact.answeredAt === null) return { word: test ? 'Test not answered yet' : 'Never answered', tone: 'ageing' }
  return { word: `Answered ${timeAgo(Date.parse(contact.answeredAt), now)}`, tone: 'good' }
}

/** Why a test did not arrive, by channel; empty: nothing to say. */
export function troubleOf(test: ContactTest | undefined): string {
  const failed = test?.messages.filter(({ state }) => state === 'given_up') ?? []
  return failed.map(({ channel, detail }) => `${channelWords[channel]}: ${detail ?? 'given up'}`).join(' ')
}

export function testingSentence({ tests, waiting }: Pick<ContactTesting, 'tests' | 'waiting'>): string {
  const answered = tests.filter(({ answeredAt }) => answeredAt !== null).length
  const on = waiting > 0 ? `, ${counted(waiting, 'message is', 'messages are')} on the way` : ''
  return `${answered} of ${counted(tests.length, 'contact', 'contacts')} answered the last test${on}.`
}

/** What is chosen by somebody and cannot be sent. */
export function unsendable(contacts: readonly Contact[], { canSend }: Pick<ContactTesting, 'canSend'>): string {
  const chosen = new Set(contacts.flatMap(({ channels }) => channels))
  const lost = [...chosen].filter((channel) => !canSend.includes(channel)).map((channel) => channelWords[channel])
  if (lost.length === 0) return ''
  return `${lost.join(', ')}: nothing is really sent, because no server is set up for it.`
}
