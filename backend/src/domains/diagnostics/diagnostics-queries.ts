// SQL of the signal monitor: the receivers it speaks about, also those that are silent.
import type { Database } from '../../database/schema.ts'

export function monitoredReceivers(
  db: Database,
  wanted: { floorId?: string | undefined; receiverId?: string | undefined },
) {
  let receivers = db
    .selectFrom('receivers')
    .select(['receiverId', 'name', 'floorId', 'status', 'lastSeenAt', 'clockSkewMs'])
  if (wanted.floorId !== undefined) receivers = receivers.where('floorId', '=', wanted.floorId)
  if (wanted.receiverId !== undefined) receivers = receivers.where('receiverId', '=', wanted.receiverId)
  return receivers.orderBy('name').execute()
}
