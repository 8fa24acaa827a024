// Where transmitters are and were, what happened, and ambient devices around (rules 8). Run once by migrate.ts.
export const positionTables = `
-- One row per transmitter: the snapshot that pages merge with the live channel. x, y percent of the plan, x_m, y_m metres.
CREATE TABLE IF NOT EXISTS positions_current (
  transmitter_id text PRIMARY KEY REFERENCES transmitters (transmitter_id) ON UPDATE CASCADE ON DELETE CASCADE,
  floor_id uuid NOT NULL REFERENCES floors (id) ON DELETE CASCADE,
  building_id uuid NOT NULL REFERENCES buildings (id) ON DELETE CASCADE,
  zone_id uuid REFERENCES zones (id) ON DELETE SET NULL,
  x double precision NOT NULL,
  y double precision NOT NULL,
  x_m double precision NOT NULL,
  y_m double precision NOT NULL,
  method text NOT NULL CHECK (method IN ('grid', 'trilateration', 'centroid', 'nearest')),
  accuracy_m double precision NOT NULL,
  confidence double precision NOT NULL CHECK (confidence BETWEEN 0 AND 1),
  receiver_count integer NOT NULL,
  at timestamptz NOT NULL,
  seq bigint NOT NULL
);
CREATE INDEX IF NOT EXISTS positions_current_floor ON positions_current (floor_id);
CREATE INDEX IF NOT EXISTS positions_current_zone ON positions_current (zone_id);

-- Partitioned by UTC day (partition-queries.ts makes and drops them); no foreign keys, for a past position outlives its floor.
CREATE TABLE IF NOT EXISTS position_history (
  at timestamptz NOT NULL,
  transmitter_id text NOT NULL,
  floor_id uuid NOT NULL,
  zone_id uuid,
  x double precision NOT NULL,
  y double precision NOT NULL,
  x_m double precision NOT NULL,
  y_m double precision NOT NULL,
  method text NOT NULL,
  accuracy_m double precision NOT NULL
) PARTITION BY RANGE (at);
CREATE INDEX IF NOT EXISTS position_history_transmitter ON position_history (transmitter_id, at DESC);
CREATE INDEX IF NOT EXISTS position_history_floor ON position_history (floor_id, at DESC);
-- Catches what no day holds (a wrong clock), so that an insert never fails for want of a partition.
CREATE TABLE IF NOT EXISTS position_history_other PARTITION OF position_history DEFAULT;

CREATE TABLE IF NOT EXISTS ambient_devices (
  device_id text PRIMARY KEY,
  device_type text NOT NULL,
  manufacturer text,
  receiver_id text NOT NULL,
  rssi double precision NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX IF NOT EXISTS ambient_devices_at ON ambient_devices (at);

-- Detections and events of the last day (GET /api/activity).
CREATE TABLE IF NOT EXISTS activity (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now(),
  type text NOT NULL,
  transmitter_id text,
  receiver_id text,
  floor_id uuid,
  zone_id uuid,
  text text NOT NULL
);
CREATE INDEX IF NOT EXISTS activity_at ON activity (at DESC, id DESC);

CREATE TABLE IF NOT EXISTS battery_history (
  transmitter_id text NOT NULL REFERENCES transmitters (transmitter_id) ON UPDATE CASCADE ON DELETE CASCADE,
  at timestamptz NOT NULL,
  battery_pct double precision,
  battery_mv integer,
  PRIMARY KEY (transmitter_id, at)
);

CREATE TABLE IF NOT EXISTS battery_thresholds (
  single boolean PRIMARY KEY DEFAULT true CHECK (single),
  low double precision NOT NULL DEFAULT 40,
  critical double precision NOT NULL DEFAULT 20,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (0 < critical AND critical < low AND low <= 100)
);
INSERT INTO battery_thresholds DEFAULT VALUES ON CONFLICT DO NOTHING;
`
