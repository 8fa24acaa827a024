// App tokens that were signed out before their time (spec 4.2 Auth). Run once by migrate.ts.
export const revokedTokens = `
-- Only the hash is kept: whoever reads this table cannot use what it names. Housekeeping forgets a row when its token has expired.
CREATE TABLE IF NOT EXISTS revoked_tokens (
  token_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
`
