// The audit chain is keyed (rules 8; docs/decisions/0056-a-keyed-audit-chain.md), and denials count how often they were repeated
// (rules 5). Run once by migrate.ts; what was there before is sealed by audit/seal-chain.ts, which has the key.
export const keyedAudit = `
ALTER TABLE audit_head ADD COLUMN IF NOT EXISTS seal text;
ALTER TABLE audit_tail ADD COLUMN IF NOT EXISTS seal text;
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS count integer NOT NULL DEFAULT 1 CHECK (count >= 1);
ALTER TABLE audit_log ADD COLUMN IF NOT EXISTS count_seal text;
`
