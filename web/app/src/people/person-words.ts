// How people of the register are spoken of: kinds, states and the fields of one, for lists, forms and imports alike.
import type { Person, PersonCreate } from '@rollcall/contracts/domains/personnel'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import type { StateWords } from '../ui/StateWord.vue'
import { t } from './texts.ts'

export const kindWords: Readonly<Record<Person['entityType'], string>> = {
  get employee() {
    return t('employee')
  },
  get visitor() {
    return t('visitor')
  },
  get contractor() {
    return t('contractor')
  },
}
export const kindPlurals: Readonly<Record<Person['entityType'], string>> = {
  get employee() {
    return t('employees')
  },
  get visitor() {
    return t('visitors')
  },
  get contractor() {
    return t('contractors')
  },
}
export const statusWords: StateWords<Person['status']> = {
  active: {
    get word() {
      return t('active')
    },
    tone: 'good',
  },
  inactive: {
    get word() {
      return t('archived')
    },
    tone: 'plain',
  },
  suspended: {
    get word() {
      return t('suspended')
    },
    tone: 'ageing',
  },
}

export const personWords = {
  fullName: {
    get label() {
      return t('fullName')
    },
    headings: ['name'],
    example: 'Ada Lovelace',
  },
  employeeId: {
    get label() {
      return t('number')
    },
    get help() {
      return t('numberHelp')
    },
    headings: ['employee number', 'id'],
    example: 'E-2001',
  },
  entityType: {
    get label() {
      return t('kind')
    },
    words: kindWords,
    headings: ['type'],
    example: 'employee',
  },
  status: {
    get label() {
      return t('state')
    },
    words: statusWords,
  },
  jobTitle: {
    get label() {
      return t('jobTitle')
    },
    headings: ['title'],
    get example() {
      return t('engineer')
    },
  },
  departmentId: {
    get label() {
      return t('department')
    },
    headings: ['department name'],
  },
  email: {
    get label() {
      return t('email')
    },
    headings: ['email', 'e-mail'],
    example: 'ada@example.org',
  },
  phone: {
    get label() {
      return t('phone')
    },
    kind: 'tel',
    headings: ['mobile'],
    example: '+441632960000',
    placeholder: '+44 1632 960000',
  },
  emergencyContactName: {
    get label() {
      return t('emergencyContact')
    },
    get placeholder() {
      return t('whoToCall')
    },
    example: 'Charles Babbage',
  },
  emergencyContactPhone: {
    get label() {
      return t('emergencyContactPhone')
    },
    kind: 'tel',
    headings: ['emergency contact phone'],
    example: '+441632960001',
  },
  musterPointId: {
    get label() {
      return t('musterPoint')
    },
    get placeholder() {
      return t('nearest')
    },
  },
  specialNeeds: {
    get label() {
      return t('needsEvacuation')
    },
    kind: 'prose',
    get help() {
      return t('needsHelp')
    },
    headings: ['special needs'],
    example: '',
  },
} as const satisfies { readonly [K in keyof z.input<typeof PersonCreate>]?: FieldWords }
