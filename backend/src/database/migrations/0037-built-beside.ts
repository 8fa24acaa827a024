// Indexes of tables that may be large when an upgrade comes: each is built beside the work that goes on. Run once by migrate.ts; those
// that 0031 has made in an older database are left as they are.
import type { IndexPlan } from '../index-queries.ts'

export const builtBeside: readonly IndexPlan[] = [
  { name: 'emergencies_newest', on: 'emergencies (triggered_at DESC, id DESC)' },
  // Activity is found by who, by which receiver or where, and by its own words. Where the extension cannot be had, search reads the last
  // day, as before.
  { name: 'activity_transmitter', on: 'activity (transmitter_id)' },
  { name: 'activity_receiver', on: 'activity (receiver_id)' },
  { name: 'activity_zone', on: 'activity (zone_id)' },
  {
    name: 'activity_search',
    on: 'activity USING gin (text gin_trgm_ops, transmitter_id gin_trgm_ops)',
    extension: 'pg_trgm',
  },
  // Visits that are over, by their end: they are forgotten in that order.
  {
    name: 'visits_ended',
    on: `visits ((coalesce(left_at, expected_at, created_at))) WHERE left_at IS NOT NULL OR arrived_at IS NULL`,
  },
]
