// Whose an alert is, and who said so. The name stays beside the account, which not everybody may read. Run once by migrate.ts.
export const assignedAlerts = `
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS assigned_to uuid REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS assigned_name text;
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS assigned_by text;
`
