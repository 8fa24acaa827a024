// What the after-action report, the notification outbox and the audit retention need (rules 8 and 9). Run once by migrate.ts.
export const emergencyRecord = `
-- The status a person got, so that the report can replay how the count grew.
ALTER TABLE emergency_timeline ADD COLUMN IF NOT EXISTS status text;

-- A weather warning may tell contacts without being an emergency.
ALTER TABLE emergency_notifications ALTER COLUMN emergency_id DROP NOT NULL;

-- Written in the transaction of the trigger: a process that dies before sending leaves the message here for the next one.
CREATE TABLE IF NOT EXISTS notification_outbox (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  emergency_id uuid REFERENCES emergencies (id) ON DELETE CASCADE,
  contact_id uuid REFERENCES emergency_contacts (id) ON DELETE SET NULL,
  contact_name text NOT NULL,
  channel text NOT NULL,
  address text,
  subject text NOT NULL,
  text text NOT NULL,
  priority integer NOT NULL,
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS notification_outbox_due ON notification_outbox (due_at);

-- Where the kept part of the audit chain begins: retention removes rows up to seq and keeps the hash of the last one removed.
CREATE TABLE IF NOT EXISTS audit_tail (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  seq bigint NOT NULL,
  hash text NOT NULL,
  removed_at timestamptz
);
INSERT INTO audit_tail (seq, hash) VALUES (0, repeat('0', 64)) ON CONFLICT DO NOTHING;

-- Which warning triggered which emergency, and when contacts were last told: the cooldown and the link from alert to emergency.
CREATE TABLE IF NOT EXISTS weather_reactions (
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  alert_id text NOT NULL,
  severity text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  emergency_id uuid REFERENCES emergencies (id) ON DELETE SET NULL,
  PRIMARY KEY (building_id, alert_id)
);

-- Where the weather service keeps a building: grid and nearest station. Looked up once per place.
CREATE TABLE IF NOT EXISTS weather_places (
  building_id uuid PRIMARY KEY REFERENCES buildings (id) ON DELETE CASCADE,
  latitude double precision NOT NULL,
  longitude double precision NOT NULL,
  forecast_path text NOT NULL,
  station_path text NOT NULL
);

-- People seen in each quarter of an hour, filled by housekeeping; the dashboard reads a hundred rows instead of a day of history.
CREATE TABLE IF NOT EXISTS occupancy_slots (
  at timestamptz PRIMARY KEY,
  people integer NOT NULL
);
`
