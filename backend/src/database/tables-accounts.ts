// Accounts, roles, audit and settings (migrations 0001 and 0008).
import type { ColumnType, Generated } from 'kysely'
import type {
  DefaultTimestamp,
  Json,
  NullableJson,
  NullableTimestamp,
  Optional,
  StoredColumns,
  Timestamp,
} from './columns.ts'

export type AccountTables = {
  roles: { name: string; displayName: string; updatedAt: DefaultTimestamp }
  rolePermissions: { role: string; permission: string }
  users: StoredColumns & {
    email: string
    displayName: string
    role: string
    passwordHash: Optional<string>
    mustChangePassword: Generated<boolean>
    active: Generated<boolean>
    authSource: ColumnType<'local' | 'oidc', 'local' | 'oidc' | undefined>
    tokenVersion: Generated<number>
    failedLogins: Generated<number>
    lockedUntil: NullableTimestamp
    lastLoginAt: NullableTimestamp
  }
  revokedTokens: { tokenHash: string; expiresAt: Timestamp }
  exchangeNonces: { nonce: string; seenAt: DefaultTimestamp }
  auditLog: {
    seq: number
    id: string
    at: Timestamp
    actorId: string | null
    actorEmail: string | null
    actorRole: string | null
    ip: string | null
    action: string
    resource: string
    entityId: string | null
    method: string | null
    result: 'success' | 'denied' | 'failed'
    before: NullableJson<unknown>
    after: NullableJson<unknown>
    requestId: string | null
    previousHash: string
    hash: string
  }
  auditTail: { single: Generated<boolean>; seq: number; hash: string; removedAt: NullableTimestamp }
  auditHead: { single: Generated<boolean>; seq: number; hash: string }
  settings: { name: 'ble' | 'alerts' | 'general'; value: Json<Record<string, unknown>>; updatedAt: DefaultTimestamp }
}
