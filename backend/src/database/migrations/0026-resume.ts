// What the activity log has said of a badge lies beside its position, so that a backend that takes over says nothing twice and invents
// nothing. Run once by migrate.ts.
export const resume = `
-- Since when the badge is in zone_id, or in none; as positioning has it, not as the log does.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS zone_since timestamptz;
-- The zone in which the log has it, since when, and whether it was said that the stay is long.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS noted_zone_id uuid REFERENCES zones (id) ON DELETE SET NULL;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS noted_since timestamptz;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS dwell_noted boolean NOT NULL DEFAULT false;
`
