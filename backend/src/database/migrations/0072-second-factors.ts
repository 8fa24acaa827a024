// Second factors of accounts (docs/accounts.md): the secret of an authenticator app, sealed, and recovery codes as hashes. Run once by
// migrate.ts. last_step: the newest code that was used, so that none works twice. confirmed_at: null while somebody is setting it up.
export const secondFactors = `
CREATE TABLE IF NOT EXISTS second_factors (
  user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
  secret_sealed bytea NOT NULL,
  confirmed_at timestamptz,
  last_step integer,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE IF NOT EXISTS recovery_codes (
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  code_hash text NOT NULL,
  PRIMARY KEY (user_id, code_hash)
);
ALTER TABLE roles ADD COLUMN IF NOT EXISTS requires_second_factor boolean NOT NULL DEFAULT false;
ALTER TABLE settings DROP CONSTRAINT IF EXISTS settings_name_check;
ALTER TABLE settings ADD CONSTRAINT settings_name_check CHECK (name IN ('ble', 'alerts', 'general', 'security'));
`
