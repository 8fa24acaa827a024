// How badges and tags are spoken of, and the fields of one.
import { transmitterTypes } from '@rollcall/contracts/domains/transmitters'
import type { Transmitter } from '@rollcall/contracts/domains/transmitters'
import type { Tone } from '../ui/StateWord.vue'
import type { FormField } from '../ui/form/form-field.ts'
import type { ImportColumn } from '../ui/import/import-rows.ts'
import { counted } from '../ui/counted.ts'

/** "1 badge", "12 badges". */
export const badgesWord = (count: number) => counted(count, 'badge', 'badges')

export const badgeStates: Readonly<Record<Transmitter['status'], { readonly word: string; readonly tone: Tone }>> = {
  in_stock: { word: 'In stock', tone: 'plain' },
  assigned: { word: 'Carried', tone: 'good' },
  lost: { word: 'Lost', tone: 'bad' },
  retired: { word: 'Retired', tone: 'plain' },
}
export const badgeStateChoices = (Object.keys(badgeStates) as Transmitter['status'][]).map((value) => ({
  label: badgeStates[value].word,
  value,
}))

export const carrierChoices = [
  { label: 'Employees', value: 'employee' },
  { label: 'Visitors', value: 'visitor' },
  { label: 'Contractors', value: 'contractor' },
  { label: 'Assets', value: 'asset' },
  { label: 'Nothing: it stands alone', value: 'standalone' },
] as const satisfies readonly { label: string; value: Transmitter['entityType'] }[]

const settable = badgeStateChoices.filter(({ value }) => value !== 'assigned')

/** `assigned` follows from who carries it and is not set by hand, so that the state is asked for only in stock. */
export function badgeFields(badge: Transmitter | null): FormField[] {
  return [
    {
      key: 'transmitterId',
      label: 'Address',
      placeholder: 'c3:00:00:00:00:01',
      help: 'MAC address or UUID on its label',
    },
    { key: 'name', label: 'Name', optional: true, placeholder: 'Visitor badge 12' },
    {
      key: 'type',
      label: 'Model',
      kind: 'choice',
      choices: transmitterTypes.map((type) => ({ label: type, value: type })),
    },
    { key: 'entityType', label: 'For', kind: 'choice', choices: carrierChoices },
    {
      key: 'txPower1m',
      label: 'Power at 1 m (dBm)',
      kind: 'number',
      min: -120,
      max: 20,
      optional: true,
      help: 'Empty: the power of the site’s settings',
    },
    ...(badge === null || badge.status === 'assigned'
      ? []
      : [{ key: 'status', label: 'State', kind: 'choice', choices: settable } as const]),
  ]
}

export const badgeColumns: readonly ImportColumn[] = [
  {
    key: 'transmitterId',
    label: 'Address',
    others: ['mac', 'uuid', 'id'],
    required: true,
    example: 'c3:00:00:00:00:01',
  },
  { key: 'entityType', label: 'For', required: true, example: 'employee', convert: (cell) => cell.toLowerCase() },
  { key: 'name', label: 'Name', example: 'Visitor badge 12' },
  { key: 'type', label: 'Model', others: ['type'], example: 'Minew' },
  { key: 'txPower1m', label: 'Power at 1 m', example: '-59', convert: Number },
]
