// Lists that were imported, and what each of their rows was before, so that an import can be undone (rules 8). Kept for a day
// (kept-tables.ts). Run once by migrate.ts.
export const imports = `
CREATE TABLE IF NOT EXISTS imports (
  id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('people', 'receivers', 'transmitters', 'assets')),
  file_name text,
  at timestamptz NOT NULL DEFAULT now(),
  actor_id uuid NOT NULL,
  actor_name text NOT NULL,
  created integer NOT NULL DEFAULT 0,
  changed integer NOT NULL DEFAULT 0,
  undone_at timestamptz
);
CREATE INDEX IF NOT EXISTS imports_at ON imports (at);
-- version: its updated_at right after the import; another one now says that somebody changed it since.
CREATE TABLE IF NOT EXISTS import_rows (
  import_id uuid NOT NULL REFERENCES imports (id) ON DELETE CASCADE,
  number integer GENERATED ALWAYS AS IDENTITY,
  table_name text NOT NULL CHECK (table_name IN ('people', 'receivers', 'transmitters', 'assets', 'departments')),
  entity_id uuid NOT NULL,
  name text NOT NULL,
  before jsonb,
  after jsonb NOT NULL,
  version text NOT NULL,
  state text NOT NULL DEFAULT 'done' CHECK (state IN ('done', 'undone', 'kept')),
  PRIMARY KEY (import_id, number)
);
`
