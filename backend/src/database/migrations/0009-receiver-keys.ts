// A key of its own for each receiver that wants one (rules 12). Run once by migrate.ts.
export const receiverKeys = `
-- Only the digest is kept: whoever reads this table cannot speak for a receiver.
ALTER TABLE receivers ADD COLUMN IF NOT EXISTS ingest_key_hash text UNIQUE;
ALTER TABLE receivers ADD COLUMN IF NOT EXISTS key_issued_at timestamptz;
`
