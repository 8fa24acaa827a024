// How many people were on site and in each building, counted once a minute (domains/dashboard/occupancy-queries.ts): by the quarter of an
// hour for the last days, by the hour for longer (kept-tables.ts). Takes the place of occupancy_slots. Run once by migrate.ts.
export const occupancy = `
CREATE TABLE IF NOT EXISTS occupancy (
  -- Null: the whole site.
  building_id uuid REFERENCES buildings (id) ON DELETE CASCADE,
  -- How long the part is that begins at that time: 15 or 60.
  minutes integer NOT NULL,
  at timestamptz NOT NULL,
  -- At once, and on average over so many counts.
  most integer NOT NULL,
  mean double precision NOT NULL,
  counts integer NOT NULL,
  UNIQUE NULLS NOT DISTINCT (building_id, minutes, at)
) WITH (fillfactor = 70);
CREATE INDEX IF NOT EXISTS occupancy_at ON occupancy (at);

INSERT INTO occupancy (building_id, minutes, at, most, mean, counts)
SELECT NULL::uuid, 15, at, people, people, 15 FROM occupancy_slots
UNION ALL SELECT NULL::uuid, 60, date_bin('1 hour', at, 'epoch'), max(people), avg(people), 15 * count(*) FROM occupancy_slots GROUP BY 3;
DROP TABLE IF EXISTS occupancy_slots;
`
