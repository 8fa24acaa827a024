// Until when a temporary password works; set back to the moment at which it was used, so that it works once. Run once by migrate.ts.
// Accounts that were waiting for their first sign-in before keep what they were given.
export const temporaryPasswords = `
ALTER TABLE users ADD COLUMN IF NOT EXISTS temporary_until timestamptz;
`
