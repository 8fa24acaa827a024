// The heat map knows what came after: a minute is counted when the next one of its badge begins, where smoothing puts it by then
// (docs/decisions/0029). Until then it waits in counted_minutes. Run once by migrate.ts, after 0029-kept-history.
export const smoothedHeat = `
-- The first point of the minute that waits; null: it is in the heat already.
ALTER TABLE counted_minutes ADD COLUMN IF NOT EXISTS waiting_at timestamptz, ADD COLUMN IF NOT EXISTS floor_id uuid;

-- Of one stored point, as positioning/smooth-past.ts does it: the same numbers stand there, and a test holds the two together.
CREATE OR REPLACE FUNCTION smoothed_place(id text, since timestamptz, OUT x_m float8, OUT y_m float8) LANGUAGE plpgsql STABLE AS $$
DECLARE
  point record;
  floor_after uuid;
  at_after timestamptz;
  seconds float8;
  variance float8;
  share float8;
BEGIN
  FOR point IN SELECT h.floor_id, h.x_m, h.y_m, h.accuracy_m, h.at FROM position_history h
    WHERE h.transmitter_id = id AND h.at >= since AND h.at < since + interval '15 seconds' ORDER BY h.at DESC
  LOOP
    share := 0;
    IF floor_after = point.floor_id THEN
      seconds := extract(epoch FROM at_after - point.at);
      variance := least(2, point.accuracy_m / 2.45) ^ 2;
      share := variance / nullif(variance + greatest(seconds, seconds ^ 2), 0);
    END IF;
    x_m := point.x_m + coalesce((x_m - point.x_m) * share, 0);
    y_m := point.y_m + coalesce((y_m - point.y_m) * share, 0);
    floor_after := point.floor_id;
    at_after := point.at;
  END LOOP;
END $$;

CREATE OR REPLACE FUNCTION count_minutes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH first AS (
    SELECT DISTINCT ON (a.transmitter_id, date_bin('1 minute', a.at, 'epoch')) a.transmitter_id,
      date_bin('1 minute', a.at, 'epoch') AS minute, a.at, a.floor_id
    FROM added a ORDER BY a.transmitter_id, date_bin('1 minute', a.at, 'epoch'), a.at
  ), fresh AS MATERIALIZED (
    SELECT f.*, f.minute = max(f.minute) OVER (PARTITION BY f.transmitter_id) AS is_newest
    FROM first f LEFT JOIN counted_minutes c ON c.transmitter_id = f.transmitter_id WHERE c.minute IS DISTINCT FROM f.minute
  ), finished AS MATERIALIZED (
    SELECT c.transmitter_id, c.minute, c.waiting_at AS at, c.floor_id FROM counted_minutes c
    WHERE c.waiting_at IS NOT NULL AND c.transmitter_id IN (SELECT transmitter_id FROM fresh)
    UNION ALL SELECT transmitter_id, minute, at, floor_id FROM fresh WHERE NOT is_newest
  ), counted AS (
    INSERT INTO counted_minutes AS known (transmitter_id, minute, waiting_at, floor_id)
    SELECT transmitter_id, minute, at, floor_id FROM fresh WHERE is_newest ORDER BY transmitter_id
    ON CONFLICT (transmitter_id) DO UPDATE
      SET minute = excluded.minute, waiting_at = excluded.waiting_at, floor_id = excluded.floor_id
  ), present AS (
    INSERT INTO floor_minutes AS known (floor_id, minute, badges)
    SELECT floor_id, minute, count(*) FROM fresh GROUP BY floor_id, minute ORDER BY floor_id, minute
    ON CONFLICT (floor_id, minute) DO UPDATE SET badges = known.badges + excluded.badges
  )
  INSERT INTO floor_heat AS known (floor_id, hour, x_m, y_m, minutes)
  SELECT o.floor_id, date_bin('1 hour', o.minute, 'epoch') AS hour, floor(s.x_m)::int, floor(s.y_m)::int, count(*)
  FROM finished o JOIN transmitters t ON t.transmitter_id = o.transmitter_id
    CROSS JOIN LATERAL smoothed_place(o.transmitter_id, o.at) AS s
  WHERE t.entity_id IS NOT NULL AND t.entity_type IN ('employee', 'visitor', 'contractor') AND s.x_m IS NOT NULL
  GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
  ON CONFLICT (floor_id, hour, x_m, y_m) DO UPDATE SET minutes = known.minutes + excluded.minutes;
  RETURN NULL;
END $$;
`
