// Since when a zone holds more people than its capacity: the activity log says so once, whoever counts. Run once by migrate.ts.
export const fullZones = `
ALTER TABLE zones ADD COLUMN IF NOT EXISTS full_since timestamptz;
`
