// How badges and tags are spoken of, and the fields of one, for lists, forms and imports alike.
import { transmitterTypes } from '@rollcall/contracts/domains/transmitters'
import type { Transmitter, TransmitterChange } from '@rollcall/contracts/domains/transmitters'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import { radioText } from '../ui/radio-text.ts'
import type { StateWords } from '../ui/StateWord.vue'
import { t } from './texts.ts'

export const badgeStates: StateWords<Transmitter['status']> = {
  in_stock: {
    get word() {
      return t('inStock')
    },
    tone: 'plain',
  },
  assigned: {
    get word() {
      return t('carried')
    },
    tone: 'good',
  },
  lost: {
    get word() {
      return t('lost')
    },
    tone: 'bad',
  },
  retired: {
    get word() {
      return t('retired')
    },
    tone: 'plain',
  },
}
const carrierWords: Readonly<Record<Transmitter['entityType'], string>> = {
  get employee() {
    return t('employees')
  },
  get visitor() {
    return t('visitors')
  },
  get contractor() {
    return t('contractors')
  },
  get asset() {
    return t('assets')
  },
  get standalone() {
    return t('nothingItStandsAlone')
  },
}

export const badgeWords = {
  transmitterId: {
    get label() {
      return t('address')
    },
    get help() {
      return t('mACAddressOrUUIDOnItsLabel')
    },
    placeholder: 'c3:00:00:00:00:01',
    example: 'c3:00:00:00:00:01',
    headings: ['mac', 'uuid', 'id'],
  },
  name: {
    get label() {
      return t('name')
    },
    get placeholder() {
      return t('visitorBadge12')
    },
    get example() {
      return t('visitorBadge12')
    },
  },
  type: {
    get label() {
      return t('model')
    },
    choices: transmitterTypes.map((type) => ({ label: type, value: type })),
    headings: ['type'],
    example: 'Minew',
  },
  entityType: {
    get label() {
      return t('for')
    },
    words: carrierWords,
    example: 'employee',
  },
  txPower1m: {
    get label() {
      return t('powerAt1M')
    },
    unit: 'dBm',
    get help() {
      return t('emptyThePowerOfTheSites')
    },
    example: '-59',
  },
  status: {
    get label() {
      return t('state')
    },
    words: badgeStates,
  },
} as const satisfies { readonly [K in keyof z.input<typeof TransmitterChange>]?: FieldWords }

type Named = Pick<Transmitter, 'name' | 'type' | 'transmitterId'>

export const badgeName = ({ name, transmitterId }: Named) => name ?? radioText(transmitterId)

/** "Minew, c3:00:00:00:00:01"; the address only where the name does not say it. */
export function badgeModel({ name, type, transmitterId }: Named): string {
  return name && type !== 'phone' ? `${type}, ${radioText(transmitterId)}` : type
}
