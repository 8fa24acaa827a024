// SQL of the signal monitor: the receivers it speaks about, also those that are silent, and what the survey in use says of them.
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'

export function monitoredReceivers(
  db: Database,
  wanted: { floorId?: string | undefined; receiverId?: string | undefined },
) {
  let receivers = db
    .selectFrom('receivers')
    .leftJoin('floors', 'floors.id', 'receivers.floorId')
    .leftJoin('floorCalibrations as active', (join) =>
      join
        .onRef('active.floorId', '=', 'floors.id')
        .on(sql`active.version`, '=', sql`(floors.calibration ->> 'version')::int`),
    )
    .select(['receivers.id', 'receiverId', 'receivers.name', 'receivers.floorId', 'receivers.status'])
    .select(['lastSeenAt', 'clockSkewMs'])
    .select(['receivers.x', 'receivers.y', 'floors.widthM', 'floors.heightM', 'active.proposal'])
  if (wanted.floorId !== undefined) receivers = receivers.where('receivers.floorId', '=', wanted.floorId)
  if (wanted.receiverId !== undefined) receivers = receivers.where('receiverId', '=', wanted.receiverId)
  return receivers.orderBy('receivers.name').execute()
}

export type MonitoredReceiver = Awaited<ReturnType<typeof monitoredReceivers>>[number]
