// How markers move, as it travels from the worker that holds them to the painter and to the page: as plain numbers, because 1,000
// objects ten times a second would cost more than drawing them.
import type { EntityType } from '@rollcall/contracts/domains/positions'

export type MarkerName = {
  readonly index: number
  /** Of the transmitter. */
  readonly id: string
  readonly name: string
  readonly kind: EntityType
}

/** Numbers per marker in `motions`, in this order. */
export const motionFields = [
  'index',
  'fromX',
  'fromY',
  'toX',
  'toY',
  'startedAt',
  'duration',
  'seenAt',
  'accuracyM',
] as const

export type MarkerMessage =
  | { readonly type: 'names'; readonly names: readonly MarkerName[] }
  | { readonly type: 'motions'; readonly motions: Float64Array }
  | { readonly type: 'gone'; readonly indexes: readonly number[] }
