// Planned drills: where, when, which scenario, who is reminded, and whether it was held (rules 9). Emergency in spec 4.2.
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, prose, Time } from '../fields.ts'
import { listQuery, pageOf, QueryFlag, Stored } from '../list.ts'
import { Scenario } from './emergency.ts'

/** `due`: its time has come and its day is not over. `missed`: its day is over, and no drill was held before the next planned one. */
export const DrillState = z.enum(['planned', 'due', 'held', 'missed'])

const drillFields = {
  buildingId: z.uuid().describe('Where it is held.'),
  scenario: Scenario.describe('What is practised.'),
  plannedAt: Time.describe('When it shall begin.'),
  contactIds: z
    .array(z.uuid())
    .max(200)
    .describe('Contacts to remind; empty: those who would be told of such a drill.'),
  remindHours: z.number().int().min(0).max(720).describe('How many hours before they are reminded; 0: not at all.'),
  note: prose(1000).describe('What those reminded should know.'),
}

export const PlannedDrill = Stored.extend({
  ...drillFields,
  buildingName: z.string().describe('Of the building.'),
  timezone: z.string().describe('The clock of the building.'),
  state: DrillState.describe('Whether it is still to come, was held or was missed.'),
  emergencyId: z.uuid().nullable().describe('The drill that was held for it.'),
  heldAt: Time.nullable().describe('When that one began.'),
  remindedAt: Time.nullable().describe('When contacts were reminded.'),
})
export type PlannedDrill = z.infer<typeof PlannedDrill>
export const PlannedDrillCreate = z.strictObject({
  ...drillFields,
  contactIds: drillFields.contactIds.default([]),
  remindHours: drillFields.remindHours.default(24),
  note: drillFields.note.default(''),
})
export const PlannedDrillChange = changeOf(drillFields)

const rest = { access: 'emergency.trigger', changes: 'emergencies', audit: { resource: 'planned_drills' } } as const
export const drills = {
  list: get('/api/emergency/drills', {
    access: 'emergency.read',
    query: listQuery({
      state: DrillState.optional(),
      buildingId: z.uuid().optional(),
      open: QueryFlag.optional().describe('Only those to come, and missed ones after which no drill was held.'),
    }),
    reply: pageOf(PlannedDrill),
    says: 'List planned drills',
  }),
  create: post('/api/emergency/drills', PlannedDrillCreate, {
    ...rest,
    reply: PlannedDrill,
    status: 201,
    says: 'Plan a drill',
  }),
  change: put('/api/emergency/drills/{id}', PlannedDrillChange, {
    ...rest,
    reply: PlannedDrill,
    says: 'Change a planned drill',
  }),
  remove: remove('/api/emergency/drills/{id}', { ...rest, reply: null, says: 'Call off a planned drill' }),
}
