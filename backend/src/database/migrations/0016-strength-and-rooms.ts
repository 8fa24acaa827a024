// What positioning has learnt of a badge's strength, and how sure the room of a position is. Run once by migrate.ts.
export const strengthAndRooms = `
-- dB against its reference power, the standard deviation of that, and when it was learnt; null: not yet.
ALTER TABLE transmitters ADD COLUMN IF NOT EXISTS strength_db double precision;
ALTER TABLE transmitters ADD COLUMN IF NOT EXISTS strength_sure_db double precision;
ALTER TABLE transmitters ADD COLUMN IF NOT EXISTS strength_at timestamptz;
-- It was learnt against the reference power: with another one it means nothing.
CREATE OR REPLACE FUNCTION forget_strength() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.strength_db := NULL;
  NEW.strength_sure_db := NULL;
  NEW.strength_at := NULL;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS transmitters_forget_strength ON transmitters;
CREATE TRIGGER transmitters_forget_strength BEFORE UPDATE OF tx_power1m ON transmitters FOR EACH ROW
WHEN (OLD.tx_power1m IS DISTINCT FROM NEW.tx_power1m) EXECUTE FUNCTION forget_strength();

-- Of the zone of the newest position; and where no zone is probable enough, the one that is nearest.
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS zone_probability double precision;
ALTER TABLE positions_current ADD COLUMN IF NOT EXISTS near_zone_id uuid REFERENCES zones (id) ON DELETE SET NULL;

CREATE OR REPLACE VIEW carriers AS
SELECT t.transmitter_id, t.entity_type, t.entity_id, t.tx_power1m, t.battery_pct, t.last_seen_at, t.status,
  coalesce(p.full_name, a.name, t.name, t.transmitter_id) AS name, p.department_id, p.status AS person_status,
  t.strength_db, t.strength_sure_db
FROM transmitters t
LEFT JOIN people p ON p.id = t.entity_id AND p.entity_type = t.entity_type
LEFT JOIN assets a ON a.id = t.entity_id AND t.entity_type = 'asset';
`
