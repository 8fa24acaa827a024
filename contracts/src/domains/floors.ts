// Floors, their plans and their calibration (spec 4.2 Floors, rules 8). A building lists its floors; there is no list of its own.
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { FileVersion, changeOf, text, Time, TransmitterId } from '../fields.ts'
import { Stored } from '../list.ts'
import { PlanPoint } from './zones.ts'

export const planMediaTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/svg+xml'] as const

/** Of its sides (rules 12). */
export const largestFloorM = 1000

const floorFields = {
  buildingId: z.uuid().describe('The building it is in.'),
  name: text(120).describe('As people call it.'),
  level: z.number().int().min(-50).max(200).describe('0 is the ground floor.'),
  widthM: z.number().min(1).max(largestFloorM).describe('Width of the plan image in the real world, metres.'),
  heightM: z.number().min(1).max(largestFloorM).describe('Height of the plan image in the real world, metres.'),
}

const ReceiverOffset = z.object({ receiverId: z.string(), offsetDb: z.number() })

export const Calibration = z.object({
  version: z.number().int(),
  /** dBm at 1 m. */
  referencePowerDbm: z.number(),
  pathLoss: z.number(),
  receiverOffsets: z.array(ReceiverOffset),
  calibratedAt: Time,
  /** Display name; null when the account is gone. */
  calibratedBy: z.string().nullable(),
})
export type Calibration = z.infer<typeof Calibration>

export const Floor = Stored.extend({
  ...floorFields,
  plan: z
    .object({ mediaType: z.enum(planMediaTypes), bytes: z.number().int(), version: z.string() })
    .nullable()
    .describe('The stored plan image; its version changes with every upload. Null: none.'),
  calibration: Calibration.nullable().describe('The calibration in use; null until there is one.'),
})
export type Floor = z.infer<typeof Floor>
export const FloorCreate = z.strictObject(floorFields)
export const FloorChange = changeOf(floorFields)

/** How large what a new plan shows is; without it the floor stays as large as it was. */
const metres = z.coerce.number().min(1).max(largestFloorM).optional()
export const PlanSize = z
  .strictObject({ widthM: metres, heightM: metres })
  .refine(({ widthM, heightM }) => (widthM === undefined) === (heightM === undefined), {
    path: ['heightM'],
    message: 'width_and_height',
  })

/** A badge held still at a known place, so that its readings in that time are known to come from there. */
const ReferencePoint = z.strictObject({
  ...PlanPoint.shape,
  transmitterId: TransmitterId,
  startedAt: Time,
  seconds: z.number().min(5).max(300),
})
/** `auto` uses receivers that hear each other. */
export const CalibrationRequest = z.discriminatedUnion('mode', [
  z.strictObject({ mode: z.literal('auto') }),
  z.strictObject({ mode: z.literal('points'), points: z.array(ReferencePoint).min(3).max(500) }),
])

const PositionError = z.object({ meanM: z.number(), medianM: z.number(), p90M: z.number() })
/**
 * Nothing changes until a proposal is accepted. Errors are cross-validated: each point is judged by a fit without it. Of `rests`, whose
 * places nobody knows, they are no errors: two halves of the receivers learn apart, and place the same rests so far from each other.
 */
export const CalibrationProposal = z.object({
  version: z.number().int(),
  mode: z.enum(['auto', 'points', 'rests']),
  referencePowerDbm: z.number(),
  pathLoss: z.number(),
  receivers: z.array(
    ReceiverOffset.extend({
      r2: z.number().nullable(),
      /** More than 8 dB off, or heard as if it hung elsewhere: probably drawn at the wrong place. */
      suspicious: z.boolean(),
      /** Where it seems to hang instead, percent of the plan; null or absent: where it is drawn, as far as can be told. */
      seemsAt: z.object({ x: z.number(), y: z.number() }).nullable().optional(),
    }),
  ),
  residualSdDb: z.number(),
  errorBefore: PositionError.nullable(),
  errorAfter: PositionError.nullable(),
  /** Index of the reference points that fit badly. */
  outliers: z.array(z.number().int()),
  better: z.boolean().describe('Better on average, and nine in ten no further off than before.'),
  createdAt: Time,
})
export type CalibrationProposal = z.infer<typeof CalibrationProposal>
/** How far a floor is with what badges at rest tell of its radio, and what was last made of it. */
export const FloorRests = z.object({
  count: z
    .number()
    .int()
    .describe('Gathered since the receivers hang as they do, and no longer ago than they are kept.'),
  since: Time.nullable().describe('When the oldest of them ended; null: there is none.'),
  needed: z.number().int().describe('Fewer teach a floor nothing.'),
  workingSince: Time.nullable().describe('Since when a proposal is being worked out; null: none is.'),
  failed: z.boolean().describe('The last attempt ended without a proposal.'),
  proposal: CalibrationProposal.nullable().describe(
    'What the last attempt proposes; null: nothing, or it was put into use.',
  ),
})
export type FloorRests = z.infer<typeof FloorRests>

/** A proposal that makes positions worse is refused unless forced. */
export const CalibrationAcceptance = z.strictObject({
  version: z.number().int().min(1),
  force: z.boolean().default(false),
})
/** Without a version: back to the one before the active one. */
export const CalibrationRollback = z.strictObject({ version: z.number().int().min(1).optional() })

/** What positioning believes of the radio of a floor at this moment. */
export const FloorRadio = z.object({
  referencePowerDbm: z.number().describe('A badge at one metre, dBm.'),
  pathLoss: z.number().describe('Path-loss exponent.'),
  scatterDb: z.number().describe('Of one reading around what is expected, dB.'),
  source: z
    .enum(['calibrated', 'learnt', 'settings'])
    .describe('Surveyed, learnt from traffic, or nothing is known yet.'),
})
export type FloorRadio = z.infer<typeof FloorRadio>

export const floors = {
  create: post('/api/floors', FloorCreate, {
    access: 'floors.create',
    reply: Floor,
    status: 201,
    changes: 'site',
    says: 'Create a floor',
  }),
  change: put('/api/floors/{id}', FloorChange, {
    access: 'floors.update',
    reply: Floor,
    changes: 'site',
    says: 'Change a floor',
  }),
  remove: remove('/api/floors/{id}', {
    access: 'floors.delete',
    reply: null,
    changes: ['site', 'receivers'],
    says: 'Delete a floor',
  }),
  uploadPlan: post(
    '/api/floors/{floorId}/upload',
    { upload: { field: 'plan', mediaTypes: planMediaTypes, maxBytes: 10 * 1024 * 1024, maxPixels: 40e6 } },
    {
      access: 'floors.update',
      query: PlanSize,
      reply: Floor,
      changes: 'site',
      says: 'Upload the plan image of a floor, and say how large what it shows is',
    },
  ),
  plan: get('/api/floors/{floorId}/plan', {
    access: 'floors.read',
    query: FileVersion,
    reply: { file: planMediaTypes },
    says: 'Read the plan image of a floor',
  }),
  radio: get('/api/floors/{floorId}/radio', {
    access: 'receivers.read',
    reply: FloorRadio,
    says: 'Read the radio of a floor, for the placement planner',
  }),
  calibrate: post('/api/floors/{floorId}/calibrate', CalibrationRequest, {
    access: 'calibration.run',
    reply: CalibrationProposal,
    changes: [],
    says: 'Work out a calibration and propose it',
  }),
  rests: get('/api/floors/{floorId}/rests', {
    access: 'calibration.run',
    reply: FloorRests,
    says: 'Read how many badges at rest a calibration may use, and what was last made of them',
  }),
  learnFromRests: post('/api/floors/{floorId}/rests/learn', z.strictObject({}), {
    access: 'calibration.run',
    reply: FloorRests,
    status: 202,
    changes: [],
    says: 'Work out a calibration from badges at rest, behind the answer: it takes a minute or two',
  }),
  acceptCalibration: post('/api/floors/{floorId}/calibrate/accept', CalibrationAcceptance, {
    access: 'calibration.run',
    reply: Calibration,
    changes: 'site',
    says: 'Put a proposed calibration into use',
  }),
  rollbackCalibration: post('/api/floors/{floorId}/calibrate/rollback', CalibrationRollback, {
    access: 'calibration.run',
    reply: Calibration,
    changes: 'site',
    says: 'Return to an earlier calibration',
  }),
}
