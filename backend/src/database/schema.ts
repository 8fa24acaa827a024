// The database as TypeScript sees it: camelCase here, snake_case in the database (the CamelCasePlugin of connect.ts).
import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables.generated.ts'

export type { Tables }
export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>
