// How receivers are spoken of, and the fields of one, for lists, forms and imports alike.
import type { Receiver, ReceiverCreate } from '@rollcall/contracts/domains/receivers'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'

/** Within 5 s the readings' own times are used (rules 10). */
export function clockText(skewMs: number | null): string {
  if (skewMs === null) return 'unknown'
  const seconds = Math.round(skewMs / 1_000)
  return Math.abs(skewMs) <= 5_000 ? 'in step' : `${Math.abs(seconds)} s ${seconds > 0 ? 'ahead' : 'behind'}`
}

/** The test of a clock: whether it is good enough, and what to do if not. */
export function clockVerdict(skewMs: number | null): { word: string; tone: 'good' | 'bad' | 'plain'; advice: string } {
  if (skewMs === null) return { word: 'Clock not known', tone: 'plain', advice: 'It has not told its time yet.' }
  const word = `Clock ${clockText(skewMs)}`
  if (Math.abs(skewMs) <= 5_000) return { word, tone: 'good', advice: 'The times of its readings are used.' }
  return { word, tone: 'bad', advice: 'Set its time server: until then readings count when they arrive.' }
}

export const receiverStates = {
  online: { word: 'Online', tone: 'good' },
  offline: { word: 'Offline', tone: 'bad' },
} as const

export const receiverWords = {
  name: { label: 'Name', placeholder: 'Corridor 2', example: 'Corridor 2' },
  receiverId: {
    label: 'MAC address',
    placeholder: 'ac:23:3f:c0:00:01',
    example: 'ac:23:3f:c0:00:01',
    headings: ['mac', 'address', 'id'],
  },
  kind: { label: 'Model', placeholder: 'Ceiling', example: 'Ceiling', headings: ['kind'] },
  floorId: { label: 'Floor', placeholder: 'Not placed' },
  // Its position on the plan is set by dragging it there; a list may bring it along.
  x: { label: 'X', importOnly: true, example: '12.5', headings: ['x percent'] },
  y: { label: 'Y', importOnly: true, example: '40', headings: ['y percent'] },
  zM: {
    label: 'Height above the floor',
    unit: 'metres',
    step: 0.1,
    example: '2.6',
    headings: ['height', 'height m'],
  },
  rssiOffsetDb: {
    label: 'Correction',
    unit: 'dB',
    step: 0.5,
    help: 'Added to what it hears; 0 unless you know better',
  },
} as const satisfies { readonly [K in keyof z.input<typeof ReceiverCreate>]?: FieldWords }

/** A receiver on another floor, or on none, has lost its position on the plan. */
export function positionAfter(before: Pick<Receiver, 'floorId'> | null, floorId: unknown) {
  return before !== null && before.floorId === floorId ? {} : { x: null, y: null }
}
