// Visits, and the tablets where visitors sign in (rules 8). Run once by migrate.ts.
export const visitTables = `
-- Expected until arrived_at, open until left_at. badge: the radio id of what was handed out; it stays on record after it was given back.
CREATE TABLE IF NOT EXISTS visits (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  host_id uuid REFERENCES people (id) ON DELETE SET NULL,
  company text,
  purpose text,
  expected_at timestamptz,
  arrived_at timestamptz,
  left_at timestamptz,
  badge text,
  note text,
  code text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (left_at IS NULL OR left_at >= arrived_at)
);
CREATE INDEX IF NOT EXISTS visits_person ON visits (person_id, left_at);
-- Nobody is in two places.
CREATE UNIQUE INDEX IF NOT EXISTS visits_open ON visits (person_id) WHERE arrived_at IS NOT NULL AND left_at IS NULL;
CREATE INDEX IF NOT EXISTS visits_when ON visits ((coalesce(arrived_at, expected_at, created_at)) DESC, id DESC);

CREATE TABLE IF NOT EXISTS kiosks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  last_used_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Of a visitor: whoever looks for them asks there first.
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS host_name text;

-- Roles that exist may have been edited; what is new they get as they would by default (rules 11).
INSERT INTO role_permissions (role, permission)
SELECT r.name, p.permission FROM roles r, (VALUES ('visits.read'), ('visits.manage')) AS p (permission)
WHERE r.name IN ('admin', 'safety', 'operator') ON CONFLICT DO NOTHING;
`
