// The signal monitor: which receiver is misplaced, drifting or dying (spec 4.2 Diagnostics).
import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Time, TransmitterId } from '../fields.ts'
import { ReceiverStatus } from './receivers.ts'

/** By the places that the other receivers give: what this one hears from there, against what it heard before or what the survey says. */
export const ReceiverVerdict = z.object({
  verdict: z.enum(['unknown', 'fine', 'weaker', 'stronger', 'misplaced']),
  /** What the verdict was made by. */
  against: z.enum(['past', 'survey', 'neighbours']).nullable(),
  /** Louder than its neighbours expect, dB, and how that scatters from place to place. */
  residualDb: z.number().nullable(),
  spreadDb: z.number().nullable(),
  /** Louder than up to half an hour before. */
  changeDb: z.number().nullable(),
  /** Misplaced: where it seems to hang, metres from where it is drawn, to the right and down on the plan. */
  seemsOff: z.object({ rightM: z.number(), downM: z.number() }).nullable(),
})
export type ReceiverVerdict = z.infer<typeof ReceiverVerdict>

export const ReceiverSignal = z.object({
  id: z.uuid(),
  receiverId: z.string(),
  name: z.string(),
  floorId: z.uuid().nullable(),
  status: ReceiverStatus,
  lastSeenAt: Time.nullable(),
  clockSkewMs: z.number().nullable(),
  readingsPerSecond: z.number(),
  /** Readings since the backend started: whose time was replaced by that of their arrival, and that came a second time. */
  clockSkewed: z.number().int(),
  duplicates: z.number().int(),
  /** Heard minus expected over all its links; null while nothing is known. */
  residualDb: z.number().nullable(),
  /** The same, weighted to the last hour. */
  driftDb: z.number().nullable(),
  /** Change of what it hears of its neighbours' own beacons against the hour before; null where they do not advertise. */
  neighbourDb: z.number().nullable(),
  check: ReceiverVerdict,
})
/** What one receiver hears of one transmitter. RSSI in dBm. */
export const SignalLink = z.object({
  transmitterId: z.string(),
  name: z.string(),
  receiverId: z.string(),
  lastRssi: z.number(),
  meanRssi: z.number(),
  sdRssi: z.number(),
  readingsPerSecond: z.number(),
  /** 95 % of the pauses between readings are shorter. */
  gapP95Ms: z.number(),
  residualDb: z.number().nullable(),
  lastAt: Time,
})
export const SignalMonitor = z.object({
  receivers: z.array(ReceiverSignal),
  links: z.array(SignalLink),
  /** More links matched than `limit`. */
  truncated: z.boolean(),
  asOf: Time,
})
export type SignalMonitor = z.infer<typeof SignalMonitor>

export const diagnostics = {
  signalMonitor: get('/api/diagnostics/signal-monitor', {
    access: 'diagnostics.read',
    query: z.strictObject({
      floorId: z.uuid().optional(),
      receiverId: z.string().max(64).optional(),
      transmitterId: TransmitterId.optional(),
      limit: z.coerce.number().int().min(1).max(5000).default(500),
    }),
    reply: SignalMonitor,
    says: 'Read the signal monitor: what receivers hear, against what they should',
  }),
}
