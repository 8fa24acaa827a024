// Wardens and their deputies, test messages to contacts, and what contacts and wardens answer (rules 8 and 9). Run once by migrate.ts.
export const wardenTables = `
-- What somebody answers for in a building: a floor, a zone, a department there, or with none of the three all of it.
CREATE TABLE IF NOT EXISTS wardens (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  floor_id uuid REFERENCES floors (id) ON DELETE CASCADE,
  zone_id uuid REFERENCES zones (id) ON DELETE CASCADE,
  department_id uuid REFERENCES departments (id) ON DELETE CASCADE,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (num_nonnulls(floor_id, zone_id, department_id) <= 1)
);
CREATE UNIQUE INDEX IF NOT EXISTS wardens_area ON wardens (building_id, floor_id, zone_id, department_id) NULLS NOT DISTINCT;

-- The lowest rank answers for it, the others are deputies: should the first leave the register, the next stands there.
CREATE TABLE IF NOT EXISTS warden_people (
  warden_id uuid NOT NULL REFERENCES wardens (id) ON DELETE CASCADE,
  person_id uuid NOT NULL REFERENCES people (id) ON DELETE CASCADE,
  rank integer NOT NULL,
  PRIMARY KEY (warden_id, person_id)
);
CREATE INDEX IF NOT EXISTS warden_people_person ON warden_people (person_id);

-- Which account is whose: by the address, which accounts have once only.
CREATE INDEX IF NOT EXISTS people_email ON people (lower(email));

-- Where somebody was when it began, and in which department: whose list they are on, wherever they walk afterwards.
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS department_id uuid;
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS building_id uuid;
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS floor_id uuid;
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS zone_id uuid;

-- Of the newest test message, and of the newest answer to any message at the address that stands there now; null: never.
ALTER TABLE emergency_contacts ADD COLUMN IF NOT EXISTS tested_at timestamptz;
ALTER TABLE emergency_contacts ADD COLUMN IF NOT EXISTS answered_at timestamptz;

CREATE TABLE IF NOT EXISTS contact_tests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  contact_id uuid NOT NULL REFERENCES emergency_contacts (id) ON DELETE CASCADE,
  requested_at timestamptz NOT NULL DEFAULT now(),
  requested_by text NOT NULL,
  answered_at timestamptz,
  answered_channel text
);
CREATE INDEX IF NOT EXISTS contact_tests_contact ON contact_tests (contact_id, requested_at DESC);

ALTER TABLE notification_outbox ADD COLUMN IF NOT EXISTS test_id uuid REFERENCES contact_tests (id) ON DELETE CASCADE;
ALTER TABLE notification_outbox DROP CONSTRAINT IF EXISTS notification_outbox_about_check;
ALTER TABLE notification_outbox ADD CONSTRAINT notification_outbox_about_check
  CHECK (about IN ('began', 'taken_over', 'ended', 'notice', 'test'));
CREATE INDEX IF NOT EXISTS notification_outbox_test ON notification_outbox (test_id) WHERE test_id IS NOT NULL;

-- By which contacts answer, without an account; made when a message is sent, and kept as a hash.
CREATE TABLE IF NOT EXISTS contact_links (
  token_hash text PRIMARY KEY,
  contact_id uuid NOT NULL REFERENCES emergency_contacts (id) ON DELETE CASCADE,
  emergency_id uuid REFERENCES emergencies (id) ON DELETE CASCADE,
  test_id uuid REFERENCES contact_tests (id) ON DELETE CASCADE,
  channel text NOT NULL,
  expires_at timestamptz NOT NULL,
  CHECK (num_nonnulls(emergency_id, test_id) = 1)
);

-- What contacts and wardens say in an emergency; answer null: asked, and silent so far. answerer_id: of the contact, or of the person.
CREATE TABLE IF NOT EXISTS emergency_answers (
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  kind text NOT NULL CHECK (kind IN ('contact', 'warden')),
  answerer_id uuid NOT NULL,
  name text NOT NULL,
  role text,
  answer text CHECK (answer IN ('on_my_way', 'on_it', 'cannot_come')),
  at timestamptz,
  version bigint NOT NULL DEFAULT 1,
  PRIMARY KEY (emergency_id, kind, answerer_id)
);
`
