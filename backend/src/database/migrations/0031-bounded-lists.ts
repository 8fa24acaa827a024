// What keeps answers as quick in the tenth year as on the first day, and alike at every backend. Run once by migrate.ts; its indexes are
// built by 0037, beside the work that goes on.
export const boundedLists = `
-- Activity is searched by its words. Where the extension cannot be had, search reads the last day, as before.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available';
END $$;

-- Failed sign-ins with addresses that nobody has, so that they lock at every backend as an account does. By a hash: what people type
-- there by mistake, a password for one, is not kept.
CREATE TABLE IF NOT EXISTS unknown_sign_ins (
  address_hash bytea PRIMARY KEY,
  failures integer NOT NULL,
  until_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS unknown_sign_ins_until ON unknown_sign_ins (until_at);
`
