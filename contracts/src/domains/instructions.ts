// What to do in each scenario, and who confirmed that the words are right (rules 9). Emergency in spec 4.2.
import { z } from 'zod'
import { get, put } from '../endpoint.ts'
import { prose, Time } from '../fields.ts'
import { Stored } from '../list.ts'
import { Scenario } from './emergency.ts'

export const Instruction = Stored.extend({
  scenario: Scenario.describe('What it is for; there is one of each.'),
  text: z.string().describe('What to do, a line for each step.'),
  confirmedAt: Time.nullable().describe('When somebody last confirmed these words; null: nobody has.'),
  confirmedBy: z.string().nullable().describe('Display name of who confirmed them.'),
})
export type Instruction = z.infer<typeof Instruction>

/** Other words take the confirmation back, unless the same change confirms them. Words that are empty cannot be confirmed. */
export const InstructionChange = z
  .strictObject({ text: prose(2000).optional(), confirmed: z.boolean().optional() })
  .refine((change) => Object.keys(change).length > 0, 'nothing_to_change')

export const instructions = {
  list: get('/api/emergency/instructions', {
    access: 'emergency.read',
    reply: z.array(Instruction),
    says: 'Read the instructions of every scenario',
  }),
  change: put('/api/emergency/instructions/{scenario}', InstructionChange, {
    access: 'emergency.trigger',
    params: { scenario: Scenario },
    reply: Instruction,
    changes: 'emergencies',
    audit: { resource: 'scenario_instructions' },
    forLimited: 'refused',
    says: 'Change or confirm the instructions of a scenario',
  }),
}
