// What a contact can answer to a message, in the words of the page behind its link.
import type { ContactLinkView } from '@rollcall/contracts/domains/contacts'

export type ContactAnswer = NonNullable<ContactLinkView['answer']>
type Words = {
  readonly label: string
  readonly icon: string
  readonly tone: string
  /** Once it has arrived. */
  readonly title: string
  readonly text: string
}

export const contactAnswers: Readonly<Record<ContactAnswer, Words>> = {
  on_my_way: {
    label: 'On my way',
    icon: 'i-lucide-circle-check',
    tone: 'text-success',
    title: 'You are on your way',
    text: 'The people in charge see it now.',
  },
  cannot_come: {
    label: 'I cannot come',
    icon: 'i-lucide-circle-x',
    tone: 'text-muted',
    title: 'You cannot come',
    text: 'The people in charge see it now and ask somebody else.',
  },
  received: {
    label: 'I got it',
    icon: 'i-lucide-circle-check',
    tone: 'text-success',
    title: 'Thank you',
    text: 'Messages reach you. You can close this page.',
  },
}
