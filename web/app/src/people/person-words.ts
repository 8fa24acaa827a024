// How people of the register are spoken of: kinds, states and the fields of one, for lists, forms and imports alike.
import type { Person, PersonCreate } from '@rollcall/contracts/domains/personnel'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import type { StateWords } from '../ui/StateWord.vue'

export const kindWords: Readonly<Record<Person['entityType'], string>> = {
  employee: 'Employee',
  visitor: 'Visitor',
  contractor: 'Contractor',
}
export const kindPlurals: Readonly<Record<Person['entityType'], string>> = {
  employee: 'Employees',
  visitor: 'Visitors',
  contractor: 'Contractors',
}
export const statusWords: StateWords<Person['status']> = {
  active: { word: 'Active', tone: 'good' },
  inactive: { word: 'Archived', tone: 'plain' },
  suspended: { word: 'Suspended', tone: 'ageing' },
}

export const personWords = {
  fullName: { label: 'Full name', headings: ['name'], example: 'Ada Lovelace' },
  employeeId: {
    label: 'Number',
    help: 'The organisation’s own number of this person',
    headings: ['employee number', 'id'],
    example: 'E-2001',
  },
  entityType: { label: 'Kind', words: kindWords, headings: ['type'], example: 'employee' },
  status: { label: 'State', words: statusWords },
  jobTitle: { label: 'Job title', headings: ['title'], example: 'Engineer' },
  departmentId: { label: 'Department', headings: ['department name'] },
  email: { label: 'Email address', headings: ['email', 'e-mail'], example: 'ada@example.org' },
  phone: {
    label: 'Phone',
    kind: 'tel',
    headings: ['mobile'],
    example: '+441632960000',
    placeholder: '+44 1632 960000',
  },
  emergencyContactName: {
    label: 'Emergency contact',
    placeholder: 'Who to call about them',
    example: 'Charles Babbage',
  },
  emergencyContactPhone: {
    label: 'Phone of the emergency contact',
    kind: 'tel',
    headings: ['emergency contact phone'],
    example: '+441632960001',
  },
  musterPointId: { label: 'Muster point', placeholder: 'The nearest' },
  specialNeeds: {
    label: 'Needs in an evacuation',
    kind: 'prose',
    help: 'Seen only by those who lead an evacuation',
    headings: ['special needs'],
    example: '',
  },
} as const satisfies { readonly [K in keyof z.input<typeof PersonCreate>]?: FieldWords }
