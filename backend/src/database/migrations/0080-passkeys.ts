// Passkeys of accounts (docs/accounts.md): public keys, and how often each has signed, so that a copy is noticed. Run once by migrate.ts.
// used_challenges: answers that were accepted, so that none works twice.
export const passkeys = `
CREATE TABLE IF NOT EXISTS passkeys (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  name text NOT NULL,
  credential_id text NOT NULL UNIQUE,
  public_key bytea NOT NULL,
  counter bigint NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz
);
CREATE INDEX IF NOT EXISTS passkeys_user ON passkeys (user_id);
CREATE TABLE IF NOT EXISTS used_challenges (
  challenge_hash text PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
`
