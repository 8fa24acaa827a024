// What somebody asks of a list again and again, by name; it belongs to the account and goes with it. Run once by migrate.ts.
export const savedViews = `
CREATE TABLE IF NOT EXISTS saved_views (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
  list text NOT NULL,
  name text NOT NULL,
  query jsonb NOT NULL
);
CREATE UNIQUE INDEX IF NOT EXISTS saved_views_name ON saved_views (user_id, list, lower(name));
`
