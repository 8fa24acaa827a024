// What every site begins with: kinds of zone, so that the first zone can be drawn, and departments, so that the first person belongs
// somewhere. A site that has its own keeps them alone. Run once by migrate.ts.
export const firstKinds = `
INSERT INTO zone_types (name, colour) SELECT name, colour FROM (VALUES
  ('Office', '#5b7aa6'),
  ('Meeting room', '#7a6fa8'),
  ('Laboratory and workshop', '#4f8a8b'),
  ('Common area', '#8a8f5a'),
  ('Circulation', '#8b9097'),
  ('Technical', '#9a7b5b'),
  ('Restricted', '#b4544f'),
  ('Outdoor area', '#6f8f6a'),
  ('Muster point', '#3f9163')
) AS first (name, colour) WHERE NOT EXISTS (SELECT FROM zone_types) ON CONFLICT DO NOTHING;

INSERT INTO departments (name, code) SELECT name, code FROM (VALUES
  ('Operations', 'OPS'),
  ('Finance', 'FIN'),
  ('Sales', 'SAL'),
  ('People', 'PPL'),
  ('Facilities and Security', 'FAC'),
  ('Reception', 'REC')
) AS first (name, code) WHERE NOT EXISTS (SELECT FROM departments) ON CONFLICT DO NOTHING;
`
