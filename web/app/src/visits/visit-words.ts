// Visits in words: fields of the form, headings of the table, states.
import type { Visit, VisitState } from '@rollcall/contracts/domains/visits'
import type { Tone } from '../ui/StateWord.vue'

export const visitStates: Readonly<Record<VisitState, { readonly word: string; readonly tone: Tone }>> = {
  expected: { word: 'Expected', tone: 'plain' },
  open: { word: 'In the building', tone: 'good' },
  ended: { word: 'Left', tone: 'plain' },
}

export const visitorWords = { visitor: 'Visitor', contractor: 'Contractor' } as const

export const visitWords = {
  personId: {
    label: 'Somebody who was here before',
    placeholder: 'Choose, or give a name below',
    wide: true,
  },
  fullName: { label: 'Name' },
  entityType: { label: 'Kind', words: visitorWords },
  buildingId: { label: 'Building' },
  hostId: { label: 'Host', placeholder: 'Whom they visit' },
  company: { label: 'Company' },
  purpose: { label: 'Purpose', placeholder: 'Meeting, repair, delivery' },
  expectedAt: { label: 'Expected', kind: 'moment' },
  badge: { label: 'Badge', placeholder: 'None', help: 'Of those that nobody carries', wide: true },
} as const

/** Read by people in two halves. */
export function spokenCode(code: string): string {
  return `${code.slice(0, 5)}-${code.slice(5)}`
}

/** What a visit is about, in one line. */
export function visitLine({ company, purpose }: Pick<Visit, 'company' | 'purpose'>): string {
  return [company, purpose].filter(Boolean).join(' · ')
}
