// How receivers are spoken of, and the fields of one, for lists, forms and imports alike.
import type { Receiver, ReceiverCreate } from '@rollcall/contracts/domains/receivers'
import type { z } from 'zod'
import type { FieldWords } from '../ui/form/form-field.ts'
import { t } from './texts.ts'

/** Within 5 s the readings' own times are used (rules 10). */
export function clockText(skewMs: number | null): string {
  if (skewMs === null) return t('unknown')
  const seconds = Math.round(skewMs / 1_000)
  if (Math.abs(skewMs) <= 5_000) return t('inStep')
  return seconds > 0 ? t('ahead', { seconds }) : t('behind', { seconds: -seconds })
}

/** The test of a clock: whether it is good enough, and what to do if not. */
export function clockVerdict(skewMs: number | null): { word: string; tone: 'good' | 'bad' | 'plain'; advice: string } {
  if (skewMs === null) return { word: t('clockNotKnown'), tone: 'plain', advice: t('itHasNotToldItsTimeYet') }
  const word = t('clockClockText', { clockText: clockText(skewMs) })
  if (Math.abs(skewMs) <= 5_000) return { word, tone: 'good', advice: t('theTimesOfItsReadingsAre') }
  return { word, tone: 'bad', advice: t('setItsTimeServerUntilThen') }
}

export const receiverStates = {
  online: {
    get word() {
      return t('online')
    },
    tone: 'good',
  },
  offline: {
    get word() {
      return t('offline')
    },
    tone: 'bad',
  },
} as const

export const receiverWords = {
  name: {
    get label() {
      return t('name')
    },
    get placeholder() {
      return t('corridor2')
    },
    get example() {
      return t('corridor2')
    },
  },
  receiverId: {
    get label() {
      return t('mACAddress')
    },
    placeholder: 'ac:23:3f:c0:00:01',
    example: 'ac:23:3f:c0:00:01',
    headings: ['mac', 'address', 'id'],
  },
  kind: {
    get label() {
      return t('model')
    },
    get placeholder() {
      return t('ceiling')
    },
    get example() {
      return t('ceiling')
    },
    headings: ['kind'],
  },
  floorId: {
    get label() {
      return t('floor')
    },
    get placeholder() {
      return t('notPlaced2')
    },
  },
  // Its position on the plan is set by dragging it there; a list may bring it along.
  x: { label: 'X', importOnly: true, example: '12.5', headings: ['x percent'] },
  y: { label: 'Y', importOnly: true, example: '40', headings: ['y percent'] },
  zM: {
    get label() {
      return t('heightAboveTheFloor')
    },
    get unit() {
      return t('metres')
    },
    step: 0.1,
    example: '2.6',
    headings: ['height', 'height m'],
  },
  rssiOffsetDb: {
    get label() {
      return t('correction')
    },
    unit: 'dB',
    step: 0.5,
    get help() {
      return t('addedToWhatItHears0Unless')
    },
  },
} as const satisfies { readonly [K in keyof z.input<typeof ReceiverCreate>]?: FieldWords }

/** A receiver on another floor, or on none, has lost its position on the plan. */
export function positionAfter(before: Pick<Receiver, 'floorId'> | null, floorId: unknown) {
  return before !== null && before.floorId === floorId ? {} : { x: null, y: null }
}
