// Accounts that see only some buildings (docs/decisions/0051-accounts-limited-to-buildings.md). Run once by migrate.ts; what such an
// account sees of each table is in building-views.ts. A limited account whose last building is deleted sees none, never all.
export const limitedAccounts = `
ALTER TABLE users ADD COLUMN IF NOT EXISTS is_limited boolean NOT NULL DEFAULT false;

CREATE TABLE IF NOT EXISTS user_buildings (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  building_id uuid NOT NULL REFERENCES buildings ON DELETE CASCADE,
  PRIMARY KEY (user_id, building_id)
);
CREATE INDEX IF NOT EXISTS user_buildings_building ON user_buildings (building_id);

-- What a trigger writes is written whole, whoever caused it.
ALTER FUNCTION count_roster_added() SET search_path = public;
ALTER FUNCTION count_roster_changed() SET search_path = public;
ALTER FUNCTION delete_roster() SET search_path = public;
ALTER FUNCTION name_carrier() SET search_path = public;
ALTER FUNCTION rename_carrier() SET search_path = public;
ALTER FUNCTION note_carrier() SET search_path = public;
`
