// Forgotten passwords (docs/accounts.md): what was asked for, alike for addresses that have an account and those that have none, and the
// links that were sent, as hashes. Run once by migrate.ts. due_at: null once it was dealt with.
export const forgottenPasswords = `
CREATE TABLE IF NOT EXISTS password_requests (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  address text NOT NULL,
  at timestamptz NOT NULL DEFAULT now(),
  due_at timestamptz DEFAULT now(),
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX IF NOT EXISTS password_requests_address ON password_requests (address, at);
CREATE INDEX IF NOT EXISTS password_requests_due ON password_requests (due_at) WHERE due_at IS NOT NULL;
CREATE TABLE IF NOT EXISTS password_links (
  token_hash text PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  expires_at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS password_links_user ON password_links (user_id);
`
