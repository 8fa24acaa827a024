// Sessions that are open, so that people see them and end them (docs/accounts.md). Run once by migrate.ts. The token itself is not kept,
// only the hash by which it is refused once it was ended; whoever signed in before this is not listed, and goes on.
export const sessions = `
CREATE TABLE IF NOT EXISTS sessions (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  token_hash text NOT NULL UNIQUE,
  token_version integer NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  address text NOT NULL,
  user_agent text NOT NULL
);
CREATE INDEX IF NOT EXISTS sessions_user ON sessions (user_id, started_at);
CREATE INDEX IF NOT EXISTS sessions_expires ON sessions (expires_at);
`
