// Emergencies with their frozen roster, contacts, weather and phone beacons (rules 8 and 9). Run once by migrate.ts.
export const emergencyTables = `
CREATE TABLE IF NOT EXISTS emergencies (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  scenario text NOT NULL,
  mode text NOT NULL DEFAULT 'live' CHECK (mode IN ('live', 'drill', 'test')),
  state text NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'resolved')),
  resolution text CHECK (resolution IN ('all_clear', 'false_alarm', 'drill_complete')),
  message text NOT NULL DEFAULT '',
  idempotency_key text UNIQUE,
  triggered_by uuid REFERENCES users (id) ON DELETE SET NULL,
  triggered_by_name text NOT NULL,
  triggered_at timestamptz NOT NULL DEFAULT now(),
  resolved_by uuid REFERENCES users (id) ON DELETE SET NULL,
  resolved_by_name text,
  resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((state = 'resolved') = (resolved_at IS NOT NULL AND resolution IS NOT NULL))
);
CREATE INDEX IF NOT EXISTS emergencies_at ON emergencies (triggered_at DESC, id);

-- The partial index is the rule "one active emergency per building", also for two triggers at once.
CREATE TABLE IF NOT EXISTS emergency_buildings (
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  building_id uuid NOT NULL REFERENCES buildings (id),
  active boolean NOT NULL DEFAULT true,
  PRIMARY KEY (emergency_id, building_id)
);
CREATE UNIQUE INDEX IF NOT EXISTS emergency_buildings_active ON emergency_buildings (building_id) WHERE active;

CREATE TABLE IF NOT EXISTS emergency_muster_points (
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  zone_id uuid NOT NULL REFERENCES zones (id) ON DELETE CASCADE,
  PRIMARY KEY (emergency_id, zone_id)
);

-- Frozen at the trigger: names are copied, so that a later edit of the register does not change the record.
CREATE TABLE IF NOT EXISTS emergency_roster (
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  person_id uuid NOT NULL,
  entity_type text NOT NULL,
  employee_id text NOT NULL,
  full_name text NOT NULL,
  department_name text,
  transmitter_id text,
  status text NOT NULL DEFAULT 'unknown' CHECK (status IN ('unknown', 'accounted', 'needs_help', 'off_site', 'excused')),
  method text CHECK (method IN ('auto_zone', 'manual', 'link')),
  changed_by text,
  changed_at timestamptz,
  note text,
  muster_point_id uuid,
  evidence jsonb,
  PRIMARY KEY (emergency_id, person_id)
);

-- Personal links by which people answer for themselves; only the hash of the token is kept.
CREATE TABLE IF NOT EXISTS muster_links (
  token_hash text PRIMARY KEY,
  emergency_id uuid NOT NULL,
  person_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  FOREIGN KEY (emergency_id, person_id) REFERENCES emergency_roster (emergency_id, person_id) ON DELETE CASCADE
);

CREATE TABLE IF NOT EXISTS emergency_timeline (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  seq bigint GENERATED ALWAYS AS IDENTITY,
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  type text NOT NULL,
  person_id uuid,
  person_name text,
  actor text,
  text text NOT NULL
);
CREATE INDEX IF NOT EXISTS emergency_timeline_event ON emergency_timeline (emergency_id, seq);

CREATE TABLE IF NOT EXISTS emergency_contacts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  role text,
  email text,
  phone text,
  priority integer NOT NULL DEFAULT 10,
  channels text[] NOT NULL DEFAULT '{}',
  scenarios text[] NOT NULL DEFAULT '{}',
  building_ids uuid[] NOT NULL DEFAULT '{}',
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS emergency_notifications (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  contact_id uuid REFERENCES emergency_contacts (id) ON DELETE SET NULL,
  contact_name text NOT NULL,
  channel text NOT NULL,
  sender text NOT NULL,
  result text NOT NULL CHECK (result IN ('sent', 'failed', 'dry_run')),
  detail text,
  at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS emergency_notifications_event ON emergency_notifications (emergency_id, at);

CREATE TABLE IF NOT EXISTS weather_settings (
  severity text PRIMARY KEY CHECK (severity IN ('Extreme', 'Severe', 'Moderate', 'Minor')),
  enabled boolean NOT NULL,
  notify boolean NOT NULL,
  auto_trigger boolean NOT NULL,
  scenario text NOT NULL DEFAULT 'severe_weather',
  channels text[] NOT NULL DEFAULT '{email}',
  cooldown_minutes integer NOT NULL DEFAULT 60 CHECK (cooldown_minutes BETWEEN 0 AND 10080),
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO weather_settings (severity, enabled, notify, auto_trigger) VALUES
  ('Extreme', true, true, false), ('Severe', true, true, false), ('Moderate', true, false, false), ('Minor', false, false, false)
ON CONFLICT DO NOTHING;

-- The last answer of the weather service, shown with its age when the service cannot be reached.
CREATE TABLE IF NOT EXISTS weather_answers (
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('conditions', 'forecast', 'alerts')),
  answer jsonb NOT NULL,
  fetched_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (building_id, kind)
);

-- Only the hash of a token is kept: whoever reads this table cannot enrol a phone with it.
CREATE TABLE IF NOT EXISTS phone_beacon_tokens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  token_hash text NOT NULL UNIQUE,
  person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  created_by uuid REFERENCES users (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);

-- irk_sealed: AES-256-GCM, nonce and tag included; the API shows the fingerprint only.
CREATE TABLE IF NOT EXISTS irk_records (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  transmitter_id text NOT NULL UNIQUE REFERENCES transmitters (transmitter_id) ON UPDATE CASCADE ON DELETE CASCADE,
  irk_sealed bytea NOT NULL,
  fingerprint text NOT NULL UNIQUE,
  platform text NOT NULL,
  label text NOT NULL,
  state text NOT NULL DEFAULT 'unseen' CHECK (state IN ('unseen', 'candidate', 'confirmed')),
  last_resolved_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
`
