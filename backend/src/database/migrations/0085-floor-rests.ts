// What receivers hear of badges at rest, from which a floor learns its radio (positioning/calibration/rests), and who works a calibration
// out from it at this moment. Run once by migrate.ts.
export const floorRests = `
CREATE TABLE IF NOT EXISTS floor_rests (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  floor_id uuid NOT NULL REFERENCES floors (id) ON DELETE CASCADE,
  transmitter_id text NOT NULL REFERENCES transmitters (transmitter_id) ON UPDATE CASCADE ON DELETE CASCADE,
  ended_at timestamptz NOT NULL,
  seconds double precision NOT NULL,
  -- Which receivers hung where at the time: what was heard by others means nothing (floor-layout.ts).
  layout text NOT NULL,
  heard jsonb NOT NULL
);
CREATE INDEX IF NOT EXISTS floor_rests_floor ON floor_rests (floor_id, ended_at);
CREATE INDEX IF NOT EXISTS floor_rests_transmitter ON floor_rests (transmitter_id);

-- The last attempt of each floor.
CREATE TABLE IF NOT EXISTS floor_rest_runs (
  floor_id uuid PRIMARY KEY REFERENCES floors (id) ON DELETE CASCADE,
  began_at timestamptz NOT NULL,
  ended_at timestamptz,
  -- Of the proposal; null: it ended without one, or has not ended.
  version integer
);
`
