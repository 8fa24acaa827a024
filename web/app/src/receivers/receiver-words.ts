// How receivers are spoken of, and the fields of one.
import type { Receiver } from '@rollcall/contracts/domains/receivers'
import type { Choice, FormField } from '../ui/form/form-field.ts'
import type { ImportColumn } from '../ui/import/import-rows.ts'

/** Within 5 s the readings' own times are used (rules 10). */
export function clockText(skewMs: number | null): string {
  if (skewMs === null) return 'unknown'
  const seconds = Math.round(skewMs / 1_000)
  return Math.abs(skewMs) <= 5_000 ? 'in step' : `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`
}

export const receiverStates = {
  online: { word: 'Online', tone: 'good' },
  offline: { word: 'Offline', tone: 'bad' },
} as const

/** Its place on the plan is set by dragging it there, not by typing numbers. */
export function receiverFields(floors: readonly Choice[]): FormField[] {
  return [
    { key: 'name', label: 'Name', placeholder: 'Corridor 2' },
    { key: 'receiverId', label: 'MAC address', placeholder: 'ac:23:3f:c0:00:01' },
    { key: 'kind', label: 'Model', optional: true, placeholder: 'Ceiling' },
    { key: 'floorId', label: 'Floor', kind: 'choice', choices: floors, optional: true, placeholder: 'Not placed' },
    {
      key: 'zM',
      label: 'Height above the floor (metres)',
      kind: 'number',
      min: -5,
      max: 100,
      step: 0.1,
      optional: true,
    },
    {
      key: 'rssiOffsetDb',
      label: 'Correction (dB)',
      kind: 'number',
      min: -40,
      max: 40,
      step: 0.5,
      help: 'Added to what it hears; 0 unless you know better',
    },
  ]
}

/** A receiver on another floor, or on none, has lost its place on the plan. */
export function placeAfter(before: Receiver | null, floorId: unknown) {
  return before !== null && before.floorId === floorId ? {} : { x: null, y: null }
}

export function receiverColumns(floors: readonly Choice[]): ImportColumn[] {
  return [
    {
      key: 'receiverId',
      label: 'MAC address',
      others: ['mac', 'address', 'id'],
      required: true,
      example: 'ac:23:3f:c0:00:01',
    },
    { key: 'name', label: 'Name', required: true, example: 'Corridor 2' },
    { key: 'kind', label: 'Model', others: ['kind'], example: 'Ceiling' },
    {
      key: 'floorId',
      label: 'Floor',
      example: floors[0]?.label ?? '',
      convert: (cell) => {
        const found = floors.find(({ label }) => label.toLowerCase() === cell.toLowerCase())
        if (found === undefined) throw new Error(`there is no floor “${cell}”.`)
        return found.value
      },
    },
    { key: 'x', label: 'X', others: ['x percent'], example: '12.5', convert: Number },
    { key: 'y', label: 'Y', others: ['y percent'], example: '40', convert: Number },
    { key: 'zM', label: 'Height', others: ['height m'], example: '2.6', convert: Number },
  ]
}
