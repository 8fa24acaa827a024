// Calibrations of floors, every proposal and which were in use (rules 8: floors). Run once by migrate.ts.
export const calibrationTables = `
CREATE TABLE IF NOT EXISTS floor_calibrations (
  floor_id uuid NOT NULL REFERENCES floors (id) ON DELETE CASCADE,
  version integer NOT NULL CHECK (version > 0),
  proposal jsonb NOT NULL,
  residual_maps jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  calibrated_by text,
  activated_at timestamptz,
  PRIMARY KEY (floor_id, version)
);
`
