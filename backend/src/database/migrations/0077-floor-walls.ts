// Walls of floors and the doors in them, one document per floor (contracts/src/domains/walls.ts). Run once by migrate.ts.
export const floorWalls = `
CREATE TABLE IF NOT EXISTS floor_walls (
  floor_id uuid PRIMARY KEY REFERENCES floors ON DELETE CASCADE,
  walls jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
`
