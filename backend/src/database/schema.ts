// Every table as TypeScript sees it: camelCase here, snake_case in the database (the CamelCasePlugin of connect.ts).
// The migrations beside this file are the truth; every query of the tests runs against them.
import type { AccountTables } from './tables-accounts.ts'
import type { AlertTables } from './tables-alerts.ts'
import type { EmergencyTables } from './tables-emergencies.ts'
import type { PeopleTables } from './tables-people.ts'
import type { PositionTables } from './tables-positions.ts'
import type { SiteTables } from './tables-site.ts'
import type { Kysely, Transaction } from 'kysely'

export type Tables = AccountTables & SiteTables & PeopleTables & PositionTables & EmergencyTables & AlertTables

export type Database = Kysely<Tables>
export type DatabaseTransaction = Transaction<Tables>
