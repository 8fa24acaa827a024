// What the long lists need so that a page costs what is on it, however many people there are. Run once by migrate.ts.
export const listSpeed = `
CREATE INDEX IF NOT EXISTS people_any_by_name ON people (lower(full_name), id);

-- Whose badge it is, in words, so that transmitters can be listed by it; kept by the triggers below.
ALTER TABLE transmitters ADD COLUMN IF NOT EXISTS entity_name text;
CREATE INDEX IF NOT EXISTS transmitters_by_entity_name ON transmitters (lower(entity_name), id);

CREATE OR REPLACE FUNCTION name_carrier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.entity_name := CASE WHEN NEW.entity_type = 'asset' THEN (SELECT name FROM assets WHERE id = NEW.entity_id)
    ELSE (SELECT full_name FROM people WHERE id = NEW.entity_id) END;
  RETURN NEW;
END $$;
DROP TRIGGER IF EXISTS transmitters_entity_name ON transmitters;
CREATE TRIGGER transmitters_entity_name BEFORE INSERT OR UPDATE OF entity_type, entity_id ON transmitters
FOR EACH ROW EXECUTE FUNCTION name_carrier();

CREATE OR REPLACE FUNCTION rename_carrier() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE transmitters SET entity_id = entity_id WHERE entity_id = NEW.id;
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS people_renamed ON people;
CREATE TRIGGER people_renamed AFTER UPDATE OF full_name ON people FOR EACH ROW
WHEN (OLD.full_name <> NEW.full_name) EXECUTE FUNCTION rename_carrier();
DROP TRIGGER IF EXISTS assets_renamed ON assets;
CREATE TRIGGER assets_renamed AFTER UPDATE OF name ON assets FOR EACH ROW
WHEN (OLD.name <> NEW.name) EXECUTE FUNCTION rename_carrier();

CREATE INDEX IF NOT EXISTS transmitters_of ON transmitters (entity_id) WHERE entity_id IS NOT NULL;
UPDATE transmitters SET entity_id = entity_id WHERE entity_id IS NOT NULL;

-- Search in the middle of words. Where the extension cannot be had, search reads every row, as before.
DO $$ BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX IF NOT EXISTS people_search ON people
    USING gin (full_name gin_trgm_ops, employee_id gin_trgm_ops, email gin_trgm_ops, job_title gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
  RAISE NOTICE 'pg_trgm is not available';
END $$;
`
