// How ready each building was (docs/readiness.md), and how well the line to each receiver works: what the number is made of and no
// other table knows. Run once by migrate.ts.
export const readinessTables = `
-- Of the last two minutes: the longest pause between two deliveries, by how much the clock is off at least, and the shares of readings
-- that came late and twice. Null: not heard since this is measured.
ALTER TABLE receivers ADD COLUMN IF NOT EXISTS pause_ms integer;
ALTER TABLE receivers ADD COLUMN IF NOT EXISTS clock_off_ms integer;
ALTER TABLE receivers ADD COLUMN IF NOT EXISTS late_share double precision;
ALTER TABLE receivers ADD COLUMN IF NOT EXISTS twice_share double precision;

-- A line when the number changes, and one an hour. place: the id of a building, or 'site' for all of them. reasons: points by code.
CREATE TABLE IF NOT EXISTS readiness_history (
  place text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  score integer NOT NULL CHECK (score BETWEEN 0 AND 100),
  reasons jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (place, at)
);
CREATE INDEX IF NOT EXISTS readiness_history_at ON readiness_history (at);
`
