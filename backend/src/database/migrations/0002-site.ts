// Buildings, floors, zones and receivers (rules 8). Run once by migrate.ts.
export const site = `
CREATE TABLE IF NOT EXISTS buildings (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  code text,
  address text,
  latitude double precision CHECK (latitude BETWEEN -90 AND 90),
  longitude double precision CHECK (longitude BETWEEN -180 AND 180),
  timezone text NOT NULL DEFAULT 'UTC',
  display_order integer NOT NULL DEFAULT 0,
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS buildings_name ON buildings (lower(name));
CREATE UNIQUE INDEX IF NOT EXISTS buildings_code ON buildings (lower(code)) WHERE code IS NOT NULL;

-- The plan file itself lies under DATA_DIR; plan_file is its name there.
CREATE TABLE IF NOT EXISTS floors (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  building_id uuid NOT NULL REFERENCES buildings (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  level integer NOT NULL,
  width_m double precision NOT NULL CHECK (width_m > 0),
  height_m double precision NOT NULL CHECK (height_m > 0),
  plan_file text,
  plan_media_type text,
  plan_bytes integer,
  path_loss double precision NOT NULL DEFAULT 2.0,
  calibration jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (building_id, level)
);
CREATE UNIQUE INDEX IF NOT EXISTS floors_name ON floors (building_id, lower(name));

CREATE TABLE IF NOT EXISTS zone_types (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  colour text NOT NULL CHECK (colour ~ '^#[0-9a-f]{6}$'),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS zone_types_name ON zone_types (lower(name));

-- polygon: array of {x, y} in percent of the plan.
CREATE TABLE IF NOT EXISTS zones (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  floor_id uuid NOT NULL REFERENCES floors (id),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  zone_type_id uuid NOT NULL REFERENCES zone_types (id),
  polygon jsonb NOT NULL CHECK (jsonb_typeof(polygon) = 'array' AND jsonb_array_length(polygon) >= 3),
  is_emergency boolean NOT NULL DEFAULT false,
  is_muster_point boolean NOT NULL DEFAULT false,
  is_restricted boolean NOT NULL DEFAULT false,
  capacity integer CHECK (capacity > 0),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS zones_name ON zones (floor_id, lower(name));
CREATE INDEX IF NOT EXISTS zones_type ON zones (zone_type_id);

-- x, y: percent of the plan; z_m: metres above the floor. status follows last_seen_at (housekeeping).
CREATE TABLE IF NOT EXISTS receivers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  receiver_id text NOT NULL UNIQUE CHECK (receiver_id = lower(receiver_id)),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  kind text,
  building_id uuid REFERENCES buildings (id),
  floor_id uuid REFERENCES floors (id),
  x double precision CHECK (x BETWEEN 0 AND 100),
  y double precision CHECK (y BETWEEN 0 AND 100),
  z_m double precision,
  rssi_offset_db double precision NOT NULL DEFAULT 0,
  status text NOT NULL DEFAULT 'offline' CHECK (status IN ('online', 'offline')),
  last_seen_at timestamptz,
  clock_skew_ms integer,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX IF NOT EXISTS receivers_floor ON receivers (floor_id);
CREATE INDEX IF NOT EXISTS receivers_building ON receivers (building_id);

-- Receivers heard in ingest but not registered (GET /api/receivers/discover).
CREATE TABLE IF NOT EXISTS heard_receivers (
  receiver_id text PRIMARY KEY,
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  readings bigint NOT NULL DEFAULT 0,
  transmitters_heard integer NOT NULL DEFAULT 0
);
`
