// Roles that an administrator makes: their name is what they are known by, in any case of its letters. Run once by migrate.ts.
export const ownRoles = `
CREATE UNIQUE INDEX IF NOT EXISTS roles_name_any_case ON roles (lower(name));
`
