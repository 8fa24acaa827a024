// Who carried a transmitter when; what was known of each person when an emergency ended; and the order of the roster's changes.
// Run once by migrate.ts.
export const whoWasWhere = `
-- Every span of a transmitter's life with its carrier, open at the end for the present one. Like the position history it outlives
-- transmitters and people. The trigger writes it, so that no way of assigning a badge can forget to.
CREATE TABLE IF NOT EXISTS transmitter_carriers (
  transmitter_id text NOT NULL,
  entity_type text NOT NULL,
  entity_id uuid,
  from_at timestamptz NOT NULL,
  until_at timestamptz,
  PRIMARY KEY (transmitter_id, from_at)
);
CREATE INDEX IF NOT EXISTS transmitter_carriers_entity ON transmitter_carriers (entity_id, from_at) WHERE entity_id IS NOT NULL;

-- Of the past nothing else is known than who carries it today.
INSERT INTO transmitter_carriers (transmitter_id, entity_type, entity_id, from_at)
SELECT transmitter_id, entity_type, entity_id, '-infinity' FROM transmitters ON CONFLICT DO NOTHING;

CREATE OR REPLACE FUNCTION note_carrier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    UPDATE transmitter_carriers SET until_at = now() WHERE transmitter_id = OLD.transmitter_id AND until_at IS NULL;
  END IF;
  IF TG_OP <> 'DELETE' THEN
    -- The first carrier had it from the beginning. Changed twice in one transaction: the last word counts.
    INSERT INTO transmitter_carriers (transmitter_id, entity_type, entity_id, from_at)
    SELECT NEW.transmitter_id, NEW.entity_type, NEW.entity_id, CASE WHEN EXISTS (
      SELECT 1 FROM transmitter_carriers WHERE transmitter_id = NEW.transmitter_id) THEN now() ELSE '-infinity' END
    ON CONFLICT (transmitter_id, from_at) DO UPDATE SET entity_type = excluded.entity_type, entity_id = excluded.entity_id,
      until_at = NULL;
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS transmitters_carrier ON transmitters;
CREATE TRIGGER transmitters_carrier AFTER INSERT OR DELETE ON transmitters FOR EACH ROW EXECUTE FUNCTION note_carrier();
DROP TRIGGER IF EXISTS transmitters_carrier_changed ON transmitters;
CREATE TRIGGER transmitters_carrier_changed AFTER UPDATE OF transmitter_id, entity_type, entity_id ON transmitters FOR EACH ROW
WHEN ((OLD.transmitter_id, OLD.entity_type, OLD.entity_id) IS DISTINCT FROM (NEW.transmitter_id, NEW.entity_type, NEW.entity_id))
EXECUTE FUNCTION note_carrier();

-- Why somebody was not seen, as it was when the emergency ended.
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS absence text;

-- Counts the changes of a roster under the emergency's lock: whoever knows everything up to a version reads only what came after.
ALTER TABLE emergencies ADD COLUMN IF NOT EXISTS roster_version bigint NOT NULL DEFAULT 1;
ALTER TABLE emergency_roster ADD COLUMN IF NOT EXISTS version bigint NOT NULL DEFAULT 1;
CREATE INDEX IF NOT EXISTS emergency_roster_version ON emergency_roster (emergency_id, version);
`
