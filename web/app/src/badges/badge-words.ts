// How badges and tags are spoken of, and the fields of one, for lists, forms and imports alike.
import { transmitterTypes } from '@rollcall/contracts/domains/transmitters'
import type { Transmitter, TransmitterChange } from '@rollcall/contracts/domains/transmitters'
import type { z } from 'zod'
import { counted } from '../ui/counted.ts'
import type { FieldWords } from '../ui/form/form-field.ts'
import { radioText } from '../ui/radio-text.ts'
import type { StateWords } from '../ui/StateWord.vue'

/** "1 badge", "12 badges". */
export const badgesWord = (count: number) => counted(count, 'badge', 'badges')

export const badgeStates: StateWords<Transmitter['status']> = {
  in_stock: { word: 'In stock', tone: 'plain' },
  assigned: { word: 'Carried', tone: 'good' },
  lost: { word: 'Lost', tone: 'bad' },
  retired: { word: 'Retired', tone: 'plain' },
}
const carrierWords: Readonly<Record<Transmitter['entityType'], string>> = {
  employee: 'Employees',
  visitor: 'Visitors',
  contractor: 'Contractors',
  asset: 'Assets',
  standalone: 'Nothing: it stands alone',
}

export const badgeWords = {
  transmitterId: {
    label: 'Address',
    help: 'MAC address or UUID on its label',
    placeholder: 'c3:00:00:00:00:01',
    example: 'c3:00:00:00:00:01',
    headings: ['mac', 'uuid', 'id'],
  },
  name: { label: 'Name', placeholder: 'Visitor badge 12', example: 'Visitor badge 12' },
  type: {
    label: 'Model',
    choices: transmitterTypes.map((type) => ({ label: type, value: type })),
    headings: ['type'],
    example: 'Minew',
  },
  entityType: { label: 'For', words: carrierWords, example: 'employee' },
  txPower1m: {
    label: 'Power at 1 m',
    unit: 'dBm',
    help: 'Empty: the power of the site’s settings. How strong it really is, is learnt',
    example: '-59',
  },
  status: { label: 'State', words: badgeStates },
} as const satisfies { readonly [K in keyof z.input<typeof TransmitterChange>]?: FieldWords }

type Named = Pick<Transmitter, 'name' | 'type' | 'transmitterId'>

export const badgeName = ({ name, transmitterId }: Named) => name ?? radioText(transmitterId)

/** "Minew, c3:00:00:00:00:01"; the address only where the name does not say it. */
export function badgeModel({ name, type, transmitterId }: Named): string {
  return name && type !== 'phone' ? `${type}, ${radioText(transmitterId)}` : type
}
