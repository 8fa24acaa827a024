// What keeps answers as quick in the tenth year as on the first day, and alike at every backend. Run once by migrate.ts. The tables that
// get an index here are small by their retention (activity: two days) or by nature, so that nobody waits for it.
export const boundedLists = `
CREATE INDEX IF NOT EXISTS emergencies_newest ON emergencies (triggered_at DESC, id DESC);

-- Activity is found by who, by which receiver or where; by its own words as below.
CREATE INDEX IF NOT EXISTS activity_transmitter ON activity (transmitter_id);
CREATE INDEX IF NOT EXISTS activity_receiver ON activity (receiver_id);
CREATE INDEX IF NOT EXISTS activity_zone ON activity (zone_id);
-- Where the extension cannot be had, search reads the last day, as before.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS activity_search ON activity USING gin (text gin_trgm_ops, transmitter_id gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available';
END $$;

-- Visits that are over, by their end: they are forgotten in that order.
CREATE INDEX IF NOT EXISTS visits_ended ON visits ((coalesce(left_at, expected_at, created_at)))
  WHERE left_at IS NOT NULL OR arrived_at IS NULL;

-- Failed sign-ins with addresses that nobody has, so that they lock at every backend as an account does. By a hash: what people type
-- there by mistake, a password for one, is not kept.
CREATE TABLE IF NOT EXISTS unknown_sign_ins (
  address_hash bytea PRIMARY KEY,
  failures integer NOT NULL,
  until_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS unknown_sign_ins_until ON unknown_sign_ins (until_at);
`
