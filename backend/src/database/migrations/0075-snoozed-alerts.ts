// Alerts that somebody does not want to be reminded of until a time, and who that was. Run once by migrate.ts.
export const snoozedAlerts = `
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS snoozed_until timestamptz;
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS snoozed_by text;
`
