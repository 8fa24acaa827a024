// Alerts, and the watch that raises them (rules 8, docs/decisions/0010). Run once by migrate.ts.
export const alertTables = `
-- Nothing is referenced: an alert outlives what it was about. transmitter_id is the radio id, receiver_id the row's.
CREATE TABLE IF NOT EXISTS alerts (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  kind text NOT NULL,
  subject text NOT NULL,
  text text NOT NULL,
  receiver_id uuid,
  transmitter_id text,
  floor_id uuid,
  zone_id uuid,
  emergency_id uuid,
  raised_at timestamptz NOT NULL DEFAULT now(),
  acknowledged_at timestamptz,
  acknowledged_by text,
  cleared_at timestamptz,
  told_at timestamptz,
  CHECK ((acknowledged_at IS NULL) = (acknowledged_by IS NULL))
);
-- The rule "one at a time per kind and subject", also for two watches at once.
CREATE UNIQUE INDEX IF NOT EXISTS alerts_present ON alerts (kind, subject) WHERE cleared_at IS NULL;
CREATE INDEX IF NOT EXISTS alerts_subject ON alerts (kind, subject, raised_at DESC);
CREATE INDEX IF NOT EXISTS alerts_at ON alerts (raised_at DESC, id DESC);

-- One row: its lock lets one watch look at a time, and silence counts only while somebody was listening.
CREATE TABLE IF NOT EXISTS alert_watch (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  looked_at timestamptz NOT NULL DEFAULT now(),
  listening_since timestamptz NOT NULL DEFAULT now(),
  told_at timestamptz
);
INSERT INTO alert_watch DEFAULT VALUES ON CONFLICT DO NOTHING;
`
