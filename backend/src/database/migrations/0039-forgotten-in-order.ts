// Indexes by which old rows of histories are found, each built beside the work that goes on. Run once by migrate.ts.
import type { IndexPlan } from '../index-queries.ts'

export const forgottenInOrder: readonly IndexPlan[] = [
  { name: 'battery_history_at', on: 'battery_history (at)' },
  { name: 'asset_history_at', on: 'asset_history (at)' },
]
