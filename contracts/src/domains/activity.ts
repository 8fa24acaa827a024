// Detections and events of the last 24 hours, newest first (spec 4.2 Activity, rules 8).
import { z } from 'zod'
import { get } from '../endpoint.ts'
import { withEntityTypeAlias } from '../entity-type-alias.ts'
import { Time } from '../fields.ts'
import { listQuery, pageOf } from '../list.ts'
import { StoredSaid } from '../sentences.ts'
import { EntityType } from './positions.ts'

export const ActivityType = z.enum([
  'detected',
  'zone_entered',
  'zone_left',
  'dwell',
  'restricted_zone',
  'capacity_exceeded',
  'receiver_online',
  'receiver_offline',
  'battery',
  'emergency',
  'weather',
])

export const ActivityEntry = z.object({
  id: z.string(),
  at: Time,
  type: ActivityType,
  /** A plain sentence. */
  text: z.string(),
  said: StoredSaid,
  transmitterId: z.string().nullable(),
  entityType: EntityType.nullable(),
  entityId: z.uuid().nullable(),
  name: z.string().nullable(),
  receiverId: z.string().nullable(),
  receiverName: z.string().nullable(),
  floorId: z.uuid().nullable(),
  zoneId: z.uuid().nullable(),
  zoneName: z.string().nullable(),
})
export type ActivityEntry = z.infer<typeof ActivityEntry>

export const activity = {
  list: get('/api/activity', {
    access: 'activity.read',
    query: withEntityTypeAlias(
      listQuery({
        receiverId: z.string().max(64).optional(),
        type: ActivityType.optional(),
        entityType: EntityType.optional(),
        floorId: z.uuid().optional(),
        buildingId: z.uuid().optional(),
        from: Time.optional(),
        to: Time.optional(),
      }),
    ),
    byBuilding: true,
    reply: pageOf(ActivityEntry),
    says: 'List the activity of the last 24 hours',
  }),
}
