// What pages ask of the past again and again, counted as it happens: how many badges were on a floor in each minute, and where people
// spent each hour. The trigger counts, so that no way of storing positions can forget to. Run once by migrate.ts; nothing here reads or
// locks the history that is there (domains/positions/kept-history-queries.ts reads what is older from itself).
export const keptHistory = `
CREATE TABLE IF NOT EXISTS floor_minutes (
  floor_id uuid NOT NULL,
  minute timestamptz NOT NULL,
  badges integer NOT NULL,
  PRIMARY KEY (floor_id, minute)
) WITH (fillfactor = 70);

-- Squares of one metre, by their corner; minutes: of all people together.
CREATE TABLE IF NOT EXISTS floor_heat (
  floor_id uuid NOT NULL,
  hour timestamptz NOT NULL,
  x_m integer NOT NULL,
  y_m integer NOT NULL,
  minutes integer NOT NULL,
  PRIMARY KEY (floor_id, hour, x_m, y_m)
) WITH (fillfactor = 70);

-- The minute of each badge that was counted last.
CREATE TABLE IF NOT EXISTS counted_minutes (
  transmitter_id text PRIMARY KEY,
  minute timestamptz NOT NULL
) WITH (fillfactor = 50);

-- Each badge counts once a minute, where it was first in it: rest weighs as much as motion. Rows are taken in order, so that two
-- backends that store at once wait for each other in one direction only.
CREATE OR REPLACE FUNCTION count_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH first AS (
    SELECT DISTINCT ON (a.transmitter_id, date_bin('1 minute', a.at, 'epoch')) a.transmitter_id,
      date_bin('1 minute', a.at, 'epoch') AS minute, a.floor_id, floor(a.x_m)::int AS x_m, floor(a.y_m)::int AS y_m
    FROM added a ORDER BY a.transmitter_id, date_bin('1 minute', a.at, 'epoch'), a.at
  ), fresh AS MATERIALIZED (
    SELECT f.* FROM first f LEFT JOIN counted_minutes c ON c.transmitter_id = f.transmitter_id
    WHERE c.minute IS DISTINCT FROM f.minute
  ), counted AS (
    INSERT INTO counted_minutes AS known (transmitter_id, minute)
    SELECT transmitter_id, max(minute) FROM fresh GROUP BY transmitter_id ORDER BY transmitter_id
    ON CONFLICT (transmitter_id) DO UPDATE SET minute = excluded.minute
  ), present AS (
    INSERT INTO floor_minutes AS known (floor_id, minute, badges)
    SELECT floor_id, minute, count(*) FROM fresh GROUP BY floor_id, minute ORDER BY floor_id, minute
    ON CONFLICT (floor_id, minute) DO UPDATE SET badges = known.badges + excluded.badges
  )
  INSERT INTO floor_heat AS known (floor_id, hour, x_m, y_m, minutes)
  SELECT f.floor_id, date_bin('1 hour', f.minute, 'epoch') AS hour, f.x_m, f.y_m, count(*)
  FROM fresh f JOIN transmitters t ON t.transmitter_id = f.transmitter_id
  WHERE t.entity_id IS NOT NULL AND t.entity_type IN ('employee', 'visitor', 'contractor')
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (floor_id, hour, x_m, y_m) DO UPDATE SET minutes = known.minutes + excluded.minutes;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS position_history_counted ON position_history;
CREATE TRIGGER position_history_counted AFTER INSERT ON position_history REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION count_minutes();
`
