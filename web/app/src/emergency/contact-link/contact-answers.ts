// What a contact can answer to a message, in the words of the page behind its link.
import type { ContactLinkView } from '@rollcall/contracts/domains/contacts'
import { t } from '../personal-link/texts.ts'

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
    get label() {
      return t('onMyWay')
    },
    icon: 'i-lucide-circle-check',
    tone: 'text-success',
    get title() {
      return t('onMyWayTitle')
    },
    get text() {
      return t('seeItNow')
    },
  },
  cannot_come: {
    get label() {
      return t('cannotCome')
    },
    icon: 'i-lucide-circle-x',
    tone: 'text-muted',
    get title() {
      return t('cannotComeTitle')
    },
    get text() {
      return t('seeItNowOther')
    },
  },
  received: {
    get label() {
      return t('gotIt')
    },
    icon: 'i-lucide-circle-check',
    tone: 'text-success',
    get title() {
      return t('thankYou')
    },
    get text() {
      return t('gotItText')
    },
  },
}
