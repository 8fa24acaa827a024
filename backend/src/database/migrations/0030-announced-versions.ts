// The newest version of an emergency that pages were told: what is behind the roster's own is told again, whoever was killed in
// between. What was there before counts as told. Run once by migrate.ts.
export const announcedVersions = `
ALTER TABLE emergencies ADD COLUMN IF NOT EXISTS announced_version bigint NOT NULL DEFAULT 0;
UPDATE emergencies SET announced_version = roster_version;
`
