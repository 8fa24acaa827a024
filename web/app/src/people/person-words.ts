// How people of the register are spoken of: kinds and states, with the choices that lists and forms offer.
import type { Person } from '@rollcall/contracts/domains/personnel'
import type { Tone } from '../ui/StateWord.vue'

export const kindChoices = [
  { label: 'Employee', value: 'employee' },
  { label: 'Visitor', value: 'visitor' },
  { label: 'Contractor', value: 'contractor' },
] as const satisfies readonly { label: string; value: Person['entityType'] }[]

export const kindPlurals: Readonly<Record<Person['entityType'], string>> = {
  employee: 'Employees',
  visitor: 'Visitors',
  contractor: 'Contractors',
}

export const statusWords: Readonly<Record<Person['status'], { readonly word: string; readonly tone: Tone }>> = {
  active: { word: 'Active', tone: 'good' },
  inactive: { word: 'Archived', tone: 'plain' },
  suspended: { word: 'Suspended', tone: 'ageing' },
}
export const statusChoices = (Object.keys(statusWords) as Person['status'][]).map((value) => ({
  label: statusWords[value].word,
  value,
}))
