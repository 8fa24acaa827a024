// Positions are shared out among backends: a row per share of the badges, in place of one for all, and one per backend that is there
// (docs/decisions/0049-positions-are-shared-out.md). Run once by migrate.ts. Older backends find no lease then: they make no positions.
export const shares = `
DELETE FROM leases WHERE name = 'positions';
INSERT INTO leases (name) SELECT 'share:' || number FROM generate_series(0, 5) AS number ON CONFLICT DO NOTHING;
`
