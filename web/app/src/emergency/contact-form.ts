// A contact in words: the fields of its form, and what the list says of them.
import { ContactCreate, contacts } from '@rollcall/contracts/domains/contacts'
import type { Contact } from '@rollcall/contracts/domains/contacts'
import { useSite } from '../session/site-store.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import { scenarioWords } from './emergency-words.ts'
import { channelWords } from './notification-words.ts'
import { t } from './texts.ts'

export const contactWords = {
  name: {
    get label() {
      return t('name')
    },
  },
  role: {
    get label() {
      return t('role')
    },
    get placeholder() {
      return t('roleExample')
    },
  },
  phone: {
    get label() {
      return t('phone')
    },
    kind: 'tel',
  },
  email: {
    get label() {
      return t('email')
    },
  },
  channels: {
    get label() {
      return t('toldBy')
    },
    words: channelWords,
  },
  priority: {
    get label() {
      return t('order')
    },
    get help() {
      return t('orderFirst')
    },
  },
  buildingIds: {
    get label() {
      return t('buildings')
    },
    get help() {
      return t('nothingChosenAll')
    },
    get placeholder() {
      return t('allBuildings')
    },
  },
  scenarios: {
    get label() {
      return t('forLabel')
    },
    get help() {
      return t('nothingChosenEverything')
    },
    get placeholder() {
      return t('everythingChosen')
    },
    words: scenarioWords,
  },
  active: {
    get label() {
      return t('activeLabel')
    },
  },
} as const

export function contactResource(): Resource<Contact> {
  return {
    rows: contacts,
    get one() {
      return t('contact')
    },
    get many() {
      return t('contacts')
    },
    nameOf: ({ name }) => name,
    fields: () => {
      const choices = useSite().all.map(({ id, name }) => ({ value: id, label: name }))
      return fieldsOf(ContactCreate, { ...contactWords, buildingIds: { ...contactWords.buildingIds, choices } })
    },
    words: {
      adding: t('contactAdding'),
      remove: t('remove'),
      removing: t('contactRemoving'),
    },
  }
}

export function scenariosText({ scenarios }: Contact): string {
  return scenarios.length === 0 ? t('everything') : scenarios.map((one) => scenarioWords[one].label).join(', ')
}

export function waysText({ channels }: Contact): string {
  return channels.map((channel) => channelWords[channel]).join(', ')
}

export function buildingsText({ buildingIds }: Contact): string {
  const names = new Map(useSite().all.map(({ id, name }) => [id, name]))
  return buildingIds.length === 0 ? t('allOfThem') : buildingIds.map((id) => names.get(id) ?? t('another')).join(', ')
}
