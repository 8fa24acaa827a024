// Browsers that are told by push notification when it rings, what they are told, and the keys we sign with. Run once by migrate.ts.
export const pushTables = `
-- One, made when the first browser asks. private_sealed: as seal.ts seals it.
CREATE TABLE IF NOT EXISTS push_keys (
  id integer PRIMARY KEY DEFAULT 1 CHECK (id = 1),
  public_key text NOT NULL,
  private_sealed bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- One browser of one account.
CREATE TABLE IF NOT EXISTS push_subscriptions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  user_id uuid NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  endpoint text NOT NULL UNIQUE,
  p256dh text NOT NULL,
  auth text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS push_subscriptions_user ON push_subscriptions (user_id);

-- Each browser is told once that an emergency began, and once that it is over.
CREATE TABLE IF NOT EXISTS push_messages (
  subscription_id uuid NOT NULL REFERENCES push_subscriptions (id) ON DELETE CASCADE,
  emergency_id uuid NOT NULL REFERENCES emergencies (id) ON DELETE CASCADE,
  about text NOT NULL CHECK (about IN ('began', 'ended')),
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'given_up')),
  tries integer NOT NULL DEFAULT 0,
  due_at timestamptz NOT NULL DEFAULT now(),
  first_tried_at timestamptz,
  detail text,
  PRIMARY KEY (subscription_id, emergency_id, about)
);
CREATE INDEX IF NOT EXISTS push_messages_emergency ON push_messages (emergency_id);
CREATE INDEX IF NOT EXISTS push_messages_due ON push_messages (due_at) WHERE state = 'waiting';
`
