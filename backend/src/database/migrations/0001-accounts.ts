// Accounts, roles, the audit chain and settings (rules 5, 8, 11). Run once by migrate.ts.
export const accounts = `
CREATE TABLE IF NOT EXISTS roles (
  name text PRIMARY KEY,
  display_name text NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE IF NOT EXISTS role_permissions (
  role text NOT NULL REFERENCES roles (name) ON DELETE CASCADE,
  permission text NOT NULL,
  PRIMARY KEY (role, permission)
);

CREATE TABLE IF NOT EXISTS users (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  display_name text NOT NULL CHECK (length(display_name) BETWEEN 1 AND 200),
  role text NOT NULL REFERENCES roles (name),
  password_hash text,
  must_change_password boolean NOT NULL DEFAULT true,
  active boolean NOT NULL DEFAULT true,
  auth_source text NOT NULL DEFAULT 'local' CHECK (auth_source IN ('local', 'oidc')),
  token_version integer NOT NULL DEFAULT 0,
  failed_logins integer NOT NULL DEFAULT 0,
  locked_until timestamptz,
  last_login_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS users_email ON users (lower(email));

-- One exchange assertion is good for one login: a nonce seen before is refused (rules 3).
CREATE TABLE IF NOT EXISTS exchange_nonces (
  nonce text PRIMARY KEY,
  seen_at timestamptz NOT NULL DEFAULT now()
);

-- Append only; every row holds the hash of the one before it. seq has no gaps: it is taken from audit_head under its lock.
CREATE TABLE IF NOT EXISTS audit_log (
  seq bigint PRIMARY KEY,
  id uuid NOT NULL UNIQUE,
  at timestamptz NOT NULL,
  actor_id uuid,
  actor_email text,
  actor_role text,
  ip text,
  action text NOT NULL,
  resource text NOT NULL,
  entity_id text,
  method text,
  result text NOT NULL CHECK (result IN ('success', 'denied', 'failed')),
  before jsonb,
  after jsonb,
  request_id text,
  previous_hash text NOT NULL,
  hash text NOT NULL
);
CREATE INDEX IF NOT EXISTS audit_log_at ON audit_log (at DESC, seq DESC);
CREATE INDEX IF NOT EXISTS audit_log_entity ON audit_log (resource, entity_id, seq DESC);
CREATE INDEX IF NOT EXISTS audit_log_actor ON audit_log (actor_id, seq DESC);

-- The end of the chain: a removed last row shows because the head still names it.
CREATE TABLE IF NOT EXISTS audit_head (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  seq bigint NOT NULL,
  hash text NOT NULL
);
INSERT INTO audit_head (seq, hash) VALUES (0, repeat('0', 64)) ON CONFLICT DO NOTHING;

CREATE TABLE IF NOT EXISTS settings (
  name text PRIMARY KEY CHECK (name IN ('ble', 'alerts', 'general')),
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
`
