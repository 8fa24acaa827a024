// What an alarm needs (rules 9): keys that expire, a live emergency that takes over a drill, decisions dated by when they were made,
// sweeps, personal links sent behind the request, and how likely somebody is inside or at a muster point. Run once by migrate.ts.
export const whenItRings = `
ALTER TABLE emergencies DROP CONSTRAINT IF EXISTS emergencies_resolution_check;
ALTER TABLE emergencies ADD CONSTRAINT emergencies_resolution_check
  CHECK (resolution IN ('all_clear', 'false_alarm', 'drill_complete', 'superseded'));
ALTER TABLE emergencies ADD COLUMN IF NOT EXISTS superseded_by uuid REFERENCES emergencies (id) ON DELETE SET NULL;

-- A key is compared with what was asked for, and forgotten after a day.
ALTER TABLE emergencies DROP COLUMN IF EXISTS idempotency_key;
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

-- How many people of a roster have which status. Kept by the database, whoever writes: the board, the list of active emergencies and
-- every page's header count thousands of people many times a second while it rings.
CREATE TABLE IF NOT EXISTS emergency_counts (
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  status text NOT NULL,
  people integer NOT NULL,
  PRIMARY KEY (emergency_id, status)
);
INSERT INTO emergency_counts SELECT emergency_id, status, count(*) FROM emergency_roster GROUP BY 1, 2 ON CONFLICT DO NOTHING;
CREATE OR REPLACE FUNCTION count_roster_added() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO emergency_counts AS c SELECT emergency_id, status, count(*) FROM added GROUP BY 1, 2
  ON CONFLICT (emergency_id, status) DO UPDATE SET people = c.people + excluded.people;
  RETURN NULL;
END $$;
CREATE OR REPLACE FUNCTION count_roster_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO emergency_counts AS c SELECT emergency_id, status, sum(people)
  FROM (SELECT emergency_id, status, 1 AS people FROM after UNION ALL SELECT emergency_id, status, -1 FROM before) AS moved
  GROUP BY 1, 2 HAVING sum(people) <> 0
  ON CONFLICT (emergency_id, status) DO UPDATE SET people = c.people + excluded.people;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS emergency_roster_added ON emergency_roster;
CREATE TRIGGER emergency_roster_added AFTER INSERT ON emergency_roster REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_roster_added();
DROP TRIGGER IF EXISTS emergency_roster_changed ON emergency_roster;
CREATE TRIGGER emergency_roster_changed AFTER UPDATE ON emergency_roster REFERENCING OLD TABLE AS before NEW TABLE AS after
  FOR EACH STATEMENT EXECUTE FUNCTION count_roster_changed();

-- To whom a personal link is mailed; one row per person, so that asking twice sends once. Made and hashed when it is sent.
CREATE TABLE IF NOT EXISTS muster_link_sends (
  emergency_id uuid NOT NULL,
  person_id uuid NOT NULL,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'failed', 'without_address', 'not_needed')),
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  requested_at timestamptz NOT NULL DEFAULT now(),
  first_tried_at timestamptz,
  detail text,
  PRIMARY KEY (emergency_id, person_id),
  FOREIGN KEY (emergency_id, person_id) REFERENCES emergency_roster (emergency_id, person_id) ON DELETE CASCADE
);
CREATE INDEX IF NOT EXISTS muster_link_sends_due ON muster_link_sends (due_at) WHERE state = 'waiting';

-- A message stays after it was delivered or given up: the page shows per contact and channel how it stands. due_at: the next try, or
-- until when a process that tries it now keeps it. failed_at: the first failure. link: the path of a page, which follows the text.
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS about text NOT NULL DEFAULT 'notice'
  CHECK (about IN ('began', 'taken_over', 'ended', 'notice'));
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS state text NOT NULL DEFAULT 'waiting'
  CHECK (state IN ('waiting', 'sent', 'dry_run', 'given_up', 'out_of_date'));
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS link text;
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS queued_at timestamptz NOT NULL DEFAULT now();
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS at timestamptz NOT NULL DEFAULT now();
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS first_tried_at timestamptz;
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS failed_at timestamptz;
ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS detail text;
UPDATE notification_outbox SET about = 'began' WHERE emergency_id IS NOT NULL AND about = 'notice';
DROP INDEX IF EXISTS notification_outbox_due;
CREATE INDEX IF NOT EXISTS notification_outbox_waiting ON notification_outbox (channel, due_at) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS notification_outbox_emergency ON notification_outbox (emergency_id);
ALTER TABLE emergency_notifications ADD COLUMN IF NOT EXISTS message_id uuid REFERENCES notification_outbox (id) ON DELETE SET NULL;
CREATE INDEX IF NOT EXISTS emergency_notifications_message ON emergency_notifications (message_id);

-- Of the newest position, as positioning believes it; null where it cannot tell.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS inside_probability double precision;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS muster_zone_id uuid REFERENCES zones (id) ON DELETE SET NULL;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS muster_probability double precision;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS moved_at timestamptz;
-- Since when the badge was at a muster point without interruption, by the times of its readings; null: it is not.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS muster_since timestamptz;
`
