// Negotiate: where the relay is and the token to enter it (spec 4.3, 5.5; rules 6).
// The relay admits a token to every floor, so only those who may see positions get one (docs/decisions/0004).
import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { Nothing } from '../list.ts'

export const Negotiation = z.object({
  url: z.string(),
  token: z.string(),
  /** Epoch milliseconds. */
  expiresAt: z.number().int(),
  /** Seconds. */
  expiresIn: z.number().int(),
  channels: z.object({ global: z.string(), floorPrefix: z.string() }),
})
export type Negotiation = z.infer<typeof Negotiation>

export const realtime = {
  negotiate: get('/api/negotiate', {
    secretReply: true,
    access: 'positions.read',
    reply: Negotiation,
    forLimited: 'checked',
    says: 'Get the relay address and a relay token',
  }),
  negotiateByPost: post('/api/negotiate', Nothing, {
    access: 'positions.read',
    reply: Negotiation,
    changes: [],
    forLimited: 'checked',
    says: 'Get the relay address and a relay token',
  }),
}
