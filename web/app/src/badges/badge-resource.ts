// Badges as lists register, change and delete them, and what can be done with several at once.
import { TransmitterChange, TransmitterCreate, transmitters } from '@rollcall/contracts/domains/transmitters'
import type { Transmitter } from '@rollcall/contracts/domains/transmitters'
import { call } from '../api/call.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Resource } from '../ui/resource/resource.ts'
import type { BulkAction } from '../ui/table/bulk-action.ts'
import { eachOf } from '../ui/table/each-of.ts'
import { badgeName, badgeStates, badgeWords } from './badge-words.ts'

export const badgeResource: Resource<Transmitter> = {
  rows: transmitters,
  one: 'badge',
  many: 'badges',
  nameOf: badgeName,
  fields: (badge) => {
    const { status, ...words } = badgeWords
    const fields = fieldsOf(TransmitterCreate, words)
    // That somebody carries it follows from who does, and a new one begins in stock: the state is asked for only between them.
    if (badge === null || badge.status === 'assigned') return fields
    return [...fields, ...fieldsOf(TransmitterChange, { status }).map((field) => ({ ...field, optional: false }))]
  },
  words: {
    add: 'Register badge',
    adding: 'A badge, a tag or any other radio that receivers hear.',
    removing: 'It is forgotten with its battery history. Retiring it keeps them.',
  },
}

function into(status: 'in_stock' | 'lost' | 'retired', label: string, icon: string, description: string): BulkAction {
  const body = status === 'in_stock' ? { status, entityId: null } : { status }
  return {
    label,
    icon,
    description,
    row: transmitters.change,
    danger: status !== 'in_stock',
    title: (count) => `${badgeStates[status].word}: ${count}`,
    verb: 'Change them',
    done: 'changed',
    run: (ids) => eachOf(ids, (id) => call(transmitters.change, { params: { id }, body })),
  }
}
export const badgeBulk: readonly BulkAction[] = [
  into(
    'in_stock',
    'Into stock',
    'i-lucide-archive',
    'Those that somebody carries are taken back and stand for nobody.',
  ),
  into(
    'lost',
    'Mark as lost',
    'i-lucide-search-x',
    'Who carried them is kept, so that they can be given back when they are found.',
  ),
  into('retired', 'Retire', 'i-lucide-circle-minus', 'They no longer count among batteries and badges.'),
]
