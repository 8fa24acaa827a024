// A roster of thousands is frozen in one statement while somebody waits for the alarm. A foreign key would look the emergency up once
// for each of them, a third of the statement; the counts that the same statement writes refer to it already. Run once by migrate.ts.
export const rosterAtOnce = `
ALTER TABLE emergency_roster DROP CONSTRAINT IF EXISTS emergency_roster_emergency_id_fkey;
CREATE OR REPLACE FUNCTION delete_roster() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM emergency_roster WHERE emergency_id IN (SELECT id FROM gone);
  RETURN NULL;
END $$;
DROP TRIGGER IF EXISTS emergency_deleted ON emergencies;
CREATE TRIGGER emergency_deleted AFTER DELETE ON emergencies REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION delete_roster();
`
