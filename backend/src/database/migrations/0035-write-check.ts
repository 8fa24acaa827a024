// One row that is written to find out whether the database can be written (write-check-queries.ts). Run once by migrate.ts.
export const writeCheck = `
CREATE TABLE IF NOT EXISTS write_checks (
  name text PRIMARY KEY,
  at timestamptz NOT NULL
);
`
