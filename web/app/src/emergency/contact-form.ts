// A contact in words: the fields of its form, and what the list says of them.
import { ContactCreate, contacts } from '@rollcall/contracts/domains/contacts'
import type { Contact } from '@rollcall/contracts/domains/contacts'
import { useSite } from '../session/site-store.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import { scenarioWords } from './emergency-words.ts'
import { channelWords } from './notification-words.ts'

export const contactWords = {
  name: { label: 'Name' },
  role: { label: 'Role', placeholder: 'Fire warden, ground floor' },
  phone: { label: 'Phone', kind: 'tel' },
  email: { label: 'Email address' },
  channels: { label: 'Told by', words: channelWords },
  priority: { label: 'Order', help: '1 comes first' },
  buildingIds: { label: 'Buildings', help: 'Nothing chosen: all of them', placeholder: 'All buildings' },
  scenarios: { label: 'For', help: 'Nothing chosen: for everything', placeholder: 'Everything', words: scenarioWords },
  active: { label: 'Active' },
} as const

export function contactResource(): Resource<Contact> {
  return {
    rows: contacts,
    one: 'contact',
    many: 'contacts',
    nameOf: ({ name }) => name,
    fields: () => {
      const choices = useSite().all.map(({ id, name }) => ({ value: id, label: name }))
      return fieldsOf(ContactCreate, { ...contactWords, buildingIds: { ...contactWords.buildingIds, choices } })
    },
    words: {
      adding: 'Somebody who must know when an emergency starts.',
      remove: 'Remove',
      removing: 'They are no longer listed as a contact for emergencies. Reports keep their name.',
    },
  }
}

export function scenariosText({ scenarios }: Contact): string {
  return scenarios.length === 0 ? 'everything' : scenarios.map((one) => scenarioWords[one].label).join(', ')
}

export function waysText({ channels }: Contact): string {
  return channels.map((channel) => channelWords[channel]).join(', ')
}

export function buildingsText({ buildingIds }: Contact): string {
  const names = new Map(useSite().all.map(({ id, name }) => [id, name]))
  return buildingIds.length === 0 ? 'all' : buildingIds.map((id) => names.get(id) ?? 'another').join(', ')
}
