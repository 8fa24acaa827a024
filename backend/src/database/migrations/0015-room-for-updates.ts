// Room on each page of the tables whose rows are written again and again: a new version of a row then lies beside the old one, no index
// is touched, and nothing waits for the clean-up. Run once by migrate.ts.
export const roomForUpdates = `
ALTER TABLE positions_current SET (fillfactor = 40);
ALTER TABLE transmitters SET (fillfactor = 60);
`
