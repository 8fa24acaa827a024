// Alerts and their watch (migration 0011).
import type { Generated } from 'kysely'
import type { AlertKind } from '@rollcall/contracts/domains/alerts'
import type { DefaultTimestamp, NullableTimestamp, Optional } from './columns.ts'

export type AlertTables = {
  alerts: {
    id: Generated<string>
    kind: AlertKind
    /** With the kind: what there is one alert of at a time. */
    subject: string
    /** A plain sentence. */
    text: string
    receiverId: Optional<string>
    /** Radio id. */
    transmitterId: Optional<string>
    floorId: Optional<string>
    zoneId: Optional<string>
    emergencyId: Optional<string>
    raisedAt: DefaultTimestamp
    acknowledgedAt: NullableTimestamp
    acknowledgedBy: Optional<string>
    /** The cause is gone. */
    clearedAt: NullableTimestamp
    /** Messages about it were queued, or nobody wanted any. */
    toldAt: NullableTimestamp
  }
  alertWatch: {
    single: Generated<boolean>
    lookedAt: DefaultTimestamp
    listeningSince: DefaultTimestamp
    toldAt: NullableTimestamp
  }
}
