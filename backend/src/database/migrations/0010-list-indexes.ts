// Indexes in the order in which the long lists are read, so that a page costs what is on it; and the places of assets. Run once by
// migrate.ts.
export const listIndexes = `
CREATE INDEX IF NOT EXISTS people_by_name ON people (entity_type, lower(full_name), id);
CREATE INDEX IF NOT EXISTS assets_by_name ON assets (lower(name), id);
DROP INDEX IF EXISTS people_name;

-- Where an asset was noticed last, for the line "moved" in its history.
CREATE TABLE IF NOT EXISTS asset_places (
  asset_id uuid PRIMARY KEY REFERENCES assets (id) ON DELETE CASCADE,
  place text NOT NULL,
  seen_at timestamptz NOT NULL
);
`
