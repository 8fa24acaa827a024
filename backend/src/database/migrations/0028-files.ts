// Plans and photos in the database, so that every backend has them and every backup too (rules 8). Run once by migrate.ts;
// files/move-files.ts brings those that lie under DATA_DIR.
export const storedFiles = `
CREATE TABLE IF NOT EXISTS stored_files (
  name text PRIMARY KEY,
  content bytea NOT NULL,
  stored_at timestamptz NOT NULL DEFAULT now()
);
-- Pictures are compressed already.
ALTER TABLE stored_files ALTER COLUMN content SET STORAGE EXTERNAL;
`
