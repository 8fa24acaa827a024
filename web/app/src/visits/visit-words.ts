// Visits in words: fields of the form, headings of the table, states.
import type { Visit, VisitState } from '@rollcall/contracts/domains/visits'
import type { Tone } from '../ui/StateWord.vue'
import { t } from './texts.ts'

export const visitStates: Readonly<Record<VisitState, { readonly word: string; readonly tone: Tone }>> = {
  expected: {
    get word() {
      return t('expected')
    },
    tone: 'plain',
  },
  open: {
    get word() {
      return t('inTheBuilding')
    },
    tone: 'good',
  },
  ended: {
    get word() {
      return t('left')
    },
    tone: 'plain',
  },
}

export const visitorWords = {
  get visitor() {
    return t('visitor')
  },
  get contractor() {
    return t('contractor')
  },
} as const

export const visitWords = {
  personId: {
    get label() {
      return t('somebodyWhoWasHereBefore')
    },
    get placeholder() {
      return t('chooseOrGiveANameBelow')
    },
    wide: true,
  },
  fullName: {
    get label() {
      return t('name')
    },
  },
  entityType: {
    get label() {
      return t('kind')
    },
    words: visitorWords,
  },
  buildingId: {
    get label() {
      return t('building')
    },
  },
  hostId: {
    get label() {
      return t('host')
    },
    get placeholder() {
      return t('whomTheyVisit')
    },
  },
  company: {
    get label() {
      return t('company')
    },
  },
  purpose: {
    get label() {
      return t('purpose')
    },
    get placeholder() {
      return t('meetingRepairDelivery')
    },
  },
  expectedAt: {
    get label() {
      return t('expected')
    },
    kind: 'moment',
  },
  badge: {
    get label() {
      return t('badge')
    },
    get placeholder() {
      return t('none')
    },
    get help() {
      return t('ofThoseThatNobodyCarries')
    },
    wide: true,
  },
} as const

/** Read by people in two halves. */
export function spokenCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** What a visit is about, in one line. */
export function visitLine({ company, purpose }: Pick<Visit, 'company' | 'purpose'>): string {
  return [company, purpose].filter(Boolean).join(' · ')
}
