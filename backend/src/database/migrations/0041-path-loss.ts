// What uncalibrated floors have taught about their walls, so that whoever takes over need not learn it again while markers move. Run once
// by migrate.ts.
export const pathLoss = `
CREATE TABLE IF NOT EXISTS floor_path_loss (
  floor_id uuid PRIMARY KEY REFERENCES floors ON DELETE CASCADE,
  -- The exponent that the floor began with: what was learnt from another one means nothing.
  configured double precision NOT NULL,
  exponent double precision NOT NULL,
  -- Log-likelihood of each candidate.
  evidence double precision[] NOT NULL
);
`
