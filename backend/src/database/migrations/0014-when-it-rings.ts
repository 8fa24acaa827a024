// What an alarm needs (rules 9): keys that expire, a live emergency that takes over a drill, decisions dated by when they were made,
// sweeps, personal links sent behind the request, and how likely somebody is inside or at a muster point. Run once by migrate.ts.
export const whenItRings = `
ALTER TABLE emergencies DROP CONSTRAINT IF EXISTS emergencies_resolution_check;
ALTER TABLE emergencies ADD CONSTRAINT emergencies_resolution_check
  CHECK (resolution IN ('all_clear', 'false_alarm', 'drill_complete', 'superseded'));
ALTER TABLE emergencies ADD COLUMN IF NOT EXISTS superseded_by uuid REFERENCES emergencies (id) ON DELETE SET NULL;

-- A key is compared with what was asked for, and forgotten after a day.
CREATE TABLE IF NOT EXISTS emergency_keys (
  key text PRIMARY KEY,
  request_hash text NOT NULL,
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now()
);

ALTER TABLE emergency_roster DROP CONSTRAINT IF EXISTS emergency_roster_method_check;
ALTER TABLE emergency_roster ADD CONSTRAINT emergency_roster_method_check
  CHECK (method IN ('auto_zone', 'manual', 'bulk', 'scan', 'sweep', 'link'));
-- changed_at: when we heard of it.
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS decided_at timestamptz;
UPDATE emergency_roster SET decided_at = changed_at WHERE decided_at IS NULL;
-- at: when it was decided.
ALTER TABLE emergency_timeline ADD COLUMN IF NOT EXISTS arrived_at timestamptz;
UPDATE emergency_timeline SET arrived_at = at WHERE arrived_at IS NULL;
ALTER TABLE emergency_timeline ALTER COLUMN arrived_at SET DEFAULT now();
ALTER TABLE emergency_timeline ALTER COLUMN arrived_at SET NOT NULL;

-- Zones that were searched; one row each, of the newest word. zone_id null: the floor outside its zones.
CREATE TABLE IF NOT EXISTS emergency_sweeps (
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  floor_id uuid NOT NULL,
  zone_id uuid,
  state text NOT NULL CHECK (state IN ('searching', 'searched', 'open')),
  changed_by text NOT NULL,
  decided_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  note text,
  version bigint NOT NULL,
  UNIQUE NULLS NOT DISTINCT (emergency_id, floor_id, zone_id)
);

-- To whom a personal link is mailed; one row per person, so that asking twice sends once. Made and hashed when it is sent.
CREATE TABLE IF NOT EXISTS muster_link_sends (
  emergency_id uuid NOT NULL,
  person_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'without_address')),
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  detail text,
  PRIMARY KEY (emergency_id, person_id),
  FOREIGN KEY (emergency_id, person_id) REFERENCES emergency_roster (emergency_id, person_id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS muster_link_sends_due ON muster_link_sends (due_at) WHERE state = 'waiting';

-- Of the newest position, as positioning believes it; null where it cannot tell.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS inside_probability double precision;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS muster_zone_id uuid REFERENCES zones (id) ON DELETE SET NULL;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS muster_probability double precision;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS moved_at timestamptz;
`
