// Which of several backends makes the positions. Run once by migrate.ts.
export const leases = `
CREATE TABLE IF NOT EXISTS leases (
  name text PRIMARY KEY,
  owner uuid,
  -- Grows with every owner: what an earlier one still wants to write is refused.
  epoch bigint NOT NULL DEFAULT 0,
  -- Taken by another after that, by the clock of the database.
  until timestamptz,
  -- The session over which it was renewed last: it ends with the owner's process, and then the lease is free.
  session integer,
  session_start timestamptz
);
INSERT INTO leases (name) VALUES ('positions') ON CONFLICT DO NOTHING;
`
