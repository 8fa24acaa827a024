// Re-evaluating at once which receivers are online, instead of within 30 s (spec 4.2 Gateways, rules 8).
import { z } from 'zod'
import { post } from '../endpoint.ts'
import { Nothing } from '../list.ts'
import { ReceiverStatus } from './receivers.ts'

export const StatusSync = z.object({
  online: z.number().int(),
  offline: z.number().int(),
  /** Those whose status changed by this call. */
  changed: z.array(z.object({ id: z.uuid(), receiverId: z.string(), name: z.string(), status: ReceiverStatus })),
})

export const gateways = {
  syncStatus: post('/api/gateways/sync-status', Nothing, {
    access: 'receivers.update',
    reply: StatusSync,
    changes: 'receivers',
    audit: { resource: 'receivers' },
    forLimited: 'refused',
    says: 'Re-evaluate now which receivers are online',
  }),
}
