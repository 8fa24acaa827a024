// Badges as lists register, change and delete them, and what can be done with several at once.
import {
  TransmitterBulk,
  TransmitterChange,
  TransmitterCreate,
  transmitters,
} from '@rollcall/contracts/domains/transmitters'
import type { Transmitter } from '@rollcall/contracts/domains/transmitters'
import { call } from '../api/call.ts'
import { fieldsOf } from '../ui/form/form-field.ts'
import type { Action } from '../ui/action/action.ts'
import { importAction } from '../ui/resource/resource.ts'
import type { Resource } from '../ui/resource/resource.ts'
import type { BulkAction } from '../ui/table/bulk-action.ts'
import { eachOf } from '../ui/table/each-of.ts'
import { badgeName, badgeStates, badgeWords } from './badge-words.ts'
import { t } from './texts.ts'

export const badgeResource: Resource<Transmitter> = {
  rows: transmitters,
  get one() {
    return t('badgeNoun')
  },
  get many() {
    return t('badges')
  },
  nameOf: badgeName,
  fields: (badge) => {
    const { status, ...words } = badgeWords
    const fields = fieldsOf(TransmitterCreate, words)
    // That somebody carries it follows from who does, and a new one begins in stock: the state is asked for only between them.
    if (badge === null || badge.status === 'assigned') return fields
    return [...fields, ...fieldsOf(TransmitterChange, { status }).map((field) => ({ ...field, optional: false }))]
  },
  words: {
    get add() {
      return t('registerBadge')
    },
    get adding() {
      return t('aBadgeATagOrAnyOtherRadio')
    },
    get removing() {
      return t('itIsForgottenWithIts')
    },
  },
}

export function importBadges(done: () => unknown): Action {
  const action = importAction({
    noun: t('badges'),
    kind: 'transmitters',
    schema: TransmitterBulk.shape.transmitters.element,
    needed: ['transmitterId'],
    fields: () => fieldsOf(TransmitterCreate, badgeWords),
    row: transmitters.bulk,
    send: (rows, { createNew: _none, ...options }) =>
      call(transmitters.bulk, { body: { transmitters: rows, ...options } }),
    done,
  })
  return { ...action, label: t('importBadges') }
}

function into(
  status: 'in_stock' | 'lost' | 'retired',
  icon: string,
  words: { readonly label: string; readonly description: string },
): BulkAction {
  const body = status === 'in_stock' ? { status, entityId: null } : { status }
  return {
    get label() {
      return words.label
    },
    get description() {
      return words.description
    },
    icon,
    row: transmitters.change,
    danger: status !== 'in_stock',
    title: (count) => `${badgeStates[status].word}: ${count}`,
    get verb() {
      return t('changeThem')
    },
    get done() {
      return t('changed')
    },
    run: (ids) => eachOf(ids, (id) => call(transmitters.change, { params: { id }, body })),
  }
}
export const badgeBulk: readonly BulkAction[] = [
  into('in_stock', 'i-lucide-archive', {
    get label() {
      return t('intoStock')
    },
    get description() {
      return t('thoseThatSomebodyCarries')
    },
  }),
  into('lost', 'i-lucide-search-x', {
    get label() {
      return t('markAsLost')
    },
    get description() {
      return t('whoCarriedThemIsKeptSoThat')
    },
  }),
  into('retired', 'i-lucide-circle-minus', {
    get label() {
      return t('retire')
    },
    get description() {
      return t('theyNoLongerCountAmong')
    },
  }),
]
