// Before and after an emergency: what to do per scenario, drills that are planned, and what was learnt (rules 9). Run once by migrate.ts.
export const beforeAndAfter = `
-- Confirmed by somebody who read the words as they stand; other words take the confirmation back. What comes with the installation
-- is a draft: nobody has confirmed it, and no message carries it.
CREATE TABLE IF NOT EXISTS scenario_instructions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  scenario text NOT NULL UNIQUE,
  text text NOT NULL DEFAULT '',
  confirmed_at timestamptz,
  confirmed_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((confirmed_at IS NULL) = (confirmed_by IS NULL))
);
INSERT INTO scenario_instructions (scenario, text) VALUES
  ('fire', E'Leave by the nearest safe exit. Do not use lifts.\\nClose doors behind you; leave belongings.\\nGo to the muster point and stay there until you are told otherwise.'),
  ('medical', E'Call the emergency number and say exactly where.\\nStay with the person; send somebody to the entrance to meet the ambulance.\\nFetch the first-aid kit and the defibrillator.'),
  ('severe_weather', E'Go inside and away from windows and outer walls.\\nUse the rooms that are marked as shelter.\\nStay until you are told that it is over.'),
  ('active_threat', E'Get away if you can do so safely; otherwise lock or block the door and keep out of sight.\\nSilence phones.\\nCall the police when it is safe.'),
  ('hazmat', E'Leave the area at once, across the wind. Touch nothing.\\nGo to the muster point upwind.\\nSay if you were exposed; do not leave before you were seen by somebody.'),
  ('gas_leak', E'Leave at once. Do not switch anything on or off; no flames, no phones inside.\\nOpen doors on your way.\\nGo to the muster point upwind.'),
  ('power_outage', E'Stay where you are until the emergency lights are on.\\nCheck lifts for people.\\nLeave if you are told to, by the lit exits.'),
  ('earthquake', E'Drop, cover and hold on until the shaking ends.\\nThen leave, away from façades and overhead lines.\\nGo to the muster point; do not go back inside.'),
  ('evacuation', E'Leave by the nearest safe exit. Do not use lifts.\\nHelp those who need it, or say where they are.\\nGo to the muster point.'),
  ('other', '')
ON CONFLICT DO NOTHING;

-- What is noted of one emergency when it is over; its id is the emergency's.
CREATE TABLE IF NOT EXISTS emergency_reviews (
  id uuid PRIMARY KEY REFERENCES emergencies (id) ON DELETE CASCADE,
  notes text NOT NULL DEFAULT '',
  lessons text NOT NULL DEFAULT '',
  changed_by text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);

-- Whether it was held is worked out from the drills of that building on that day. contact_ids empty: whoever would be told of it.
CREATE TABLE IF NOT EXISTS planned_drills (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  scenario text NOT NULL,
  planned_at timestamptz NOT NULL,
  contact_ids uuid[] NOT NULL DEFAULT '{}',
  remind_hours integer NOT NULL DEFAULT 24 CHECK (remind_hours BETWEEN 0 AND 720),
  note text NOT NULL DEFAULT '',
  reminded_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS planned_drills_at ON planned_drills (planned_at, id);
CREATE INDEX IF NOT EXISTS planned_drills_reminder ON planned_drills (planned_at) WHERE reminded_at IS NULL;
`
