// The register of people, departments, assets and the transmitters they carry (rules 8). Run once by migrate.ts.
export const peopleAndThings = `
CREATE TABLE IF NOT EXISTS departments (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 120),
  code text,
  manager_id uuid,
  parent_id uuid REFERENCES departments (id) CHECK (parent_id <> id),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS departments_name ON departments (lower(name));
CREATE UNIQUE INDEX IF NOT EXISTS departments_code ON departments (lower(code)) WHERE code IS NOT NULL;

-- Employees, visitors and contractors in one register; personnel are those with entity_type = 'employee'.
CREATE TABLE IF NOT EXISTS people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  entity_type text NOT NULL DEFAULT 'employee' CHECK (entity_type IN ('employee', 'visitor', 'contractor')),
  employee_id text NOT NULL CHECK (length(employee_id) BETWEEN 1 AND 64),
  full_name text NOT NULL CHECK (length(full_name) BETWEEN 1 AND 200),
  email text,
  job_title text,
  phone text,
  department_id uuid REFERENCES departments (id) ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'inactive', 'suspended')),
  photo_file text,
  photo_media_type text,
  emergency_contact_name text,
  emergency_contact_phone text,
  special_needs text,
  muster_point_id uuid REFERENCES zones (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS people_employee_id ON people (lower(employee_id));
CREATE INDEX IF NOT EXISTS people_department ON people (department_id);
CREATE INDEX IF NOT EXISTS people_name ON people (entity_type, full_name, id);

ALTER TABLE departments DROP CONSTRAINT IF EXISTS departments_manager;
ALTER TABLE departments ADD CONSTRAINT departments_manager FOREIGN KEY (manager_id) REFERENCES people (id) ON DELETE SET NULL;

-- entity_id names a person or an asset, after entity_type; a badge in nobody's hands has none.
CREATE TABLE IF NOT EXISTS transmitters (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  transmitter_id text NOT NULL UNIQUE CHECK (transmitter_id = lower(transmitter_id)),
  name text,
  type text NOT NULL DEFAULT 'other',
  entity_type text NOT NULL DEFAULT 'standalone'
    CHECK (entity_type IN ('employee', 'visitor', 'contractor', 'asset', 'standalone')),
  entity_id uuid,
  tx_power1m double precision,
  battery_pct double precision CHECK (battery_pct BETWEEN 0 AND 100),
  battery_mv integer,
  battery_at timestamptz,
  last_seen_at timestamptz,
  status text NOT NULL DEFAULT 'in_stock' CHECK (status IN ('in_stock', 'assigned', 'lost', 'retired')),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (entity_type <> 'standalone' OR entity_id IS NULL),
  CHECK (status <> 'assigned' OR entity_id IS NOT NULL)
);
CREATE INDEX IF NOT EXISTS transmitters_entity ON transmitters (entity_type, entity_id);
CREATE INDEX IF NOT EXISTS transmitters_battery ON transmitters (battery_pct) WHERE battery_pct IS NOT NULL;

CREATE TABLE IF NOT EXISTS assets (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  category text NOT NULL CHECK (length(category) BETWEEN 1 AND 120),
  serial_number text,
  assigned_to uuid REFERENCES people (id) ON DELETE SET NULL,
  status text NOT NULL DEFAULT 'available' CHECK (status IN ('available', 'in_use', 'maintenance', 'lost', 'retired')),
  home_zone_id uuid REFERENCES zones (id) ON DELETE SET NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX IF NOT EXISTS assets_serial ON assets (lower(serial_number)) WHERE serial_number IS NOT NULL;
-- One badge per asset; a person may carry several (badge and phone).
CREATE UNIQUE INDEX IF NOT EXISTS transmitters_one_per_asset ON transmitters (entity_id) WHERE entity_type = 'asset';

CREATE TABLE IF NOT EXISTS asset_history (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  asset_id uuid NOT NULL REFERENCES assets (id) ON DELETE CASCADE,
  at timestamptz NOT NULL DEFAULT now(),
  type text NOT NULL CHECK (type IN ('moved', 'assigned', 'status', 'edited', 'seen')),
  from_value text,
  to_value text,
  actor text
);
CREATE INDEX IF NOT EXISTS asset_history_asset ON asset_history (asset_id, id DESC);

-- What a transmitter is called and whose it is: one answer for ingest, snapshots and lists.
CREATE OR REPLACE VIEW carriers AS
SELECT t.transmitter_id, t.entity_type, t.entity_id, t.tx_power1m, t.battery_pct, t.last_seen_at, t.status,
  coalesce(p.full_name, a.name, t.name, t.transmitter_id) AS name, p.department_id, p.status AS person_status
FROM transmitters t
LEFT JOIN people p ON p.id = t.entity_id AND p.entity_type = t.entity_type
LEFT JOIN assets a ON a.id = t.entity_id AND t.entity_type = 'asset';
`
