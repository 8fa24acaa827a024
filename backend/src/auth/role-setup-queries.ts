// Puts the four roles with their default permissions into a database that lacks them (rules 11). Called after migrating.
import { defaultRoles, roleNames } from '@rollcall/contracts/permissions'
import type { Database } from '../database/schema.ts'

export async function ensureRoles(db: Database): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const name of roleNames) {
      const made = await tx
        .insertInto('roles')
        .values({ name, displayName: `${name.charAt(0).toUpperCase()}${name.slice(1)}` })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      // A role that exists may have been edited by an administrator.
      if (made.numInsertedOrUpdatedRows !== 1n) continue
      const rows = defaultRoles[name].map((permission) => ({ role: name, permission }))
      await tx.insertInto('rolePermissions').values(rows).execute()
    }
  })
}
