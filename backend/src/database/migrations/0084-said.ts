// What happened by code and values, beside the English sentence, so that readers of another language have it in theirs. Run once by
// migrate.ts.
export const saidByCode = `
ALTER TABLE alerts ADD COLUMN IF NOT EXISTS said jsonb;
ALTER TABLE activity ADD COLUMN IF NOT EXISTS said jsonb;
ALTER TABLE emergency_timeline ADD COLUMN IF NOT EXISTS said jsonb;
`
