// What several backends share of readings: up to where the log in Redis was read, who can read it, and which receivers heard whom. Run once
// by migrate.ts.
export const readingLog = `
-- Written with the positions that were made of what was read: who takes over begins there.
CREATE TABLE IF NOT EXISTS reading_positions (
  partition integer PRIMARY KEY,
  -- Which log: one that lost everything is another.
  log text NOT NULL,
  up_to text NOT NULL
);
-- Whether the owner can read the log; where other backends reach it.
ALTER TABLE leases ADD COLUMN IF NOT EXISTS able boolean NOT NULL DEFAULT true;
ALTER TABLE leases ADD COLUMN IF NOT EXISTS address text;
-- Who heard the badge when the position was made: evidence in an emergency, whichever backend is asked.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS receivers text[] NOT NULL DEFAULT '{}';
`
