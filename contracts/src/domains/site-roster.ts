// The roster as it would be if it rang now: who is on site, without an emergency (rules 9). Pages keep it on the device for the time
// without a network.
import { z } from 'zod'
import { get } from '../endpoint.ts'
import { Time } from '../fields.ts'
import { PersonType } from './personnel.ts'
import { Sighting } from './positions.ts'

/** `phone` and `specialNeeds` are absent for callers who may not see them, `sighting` is null for them (guardedPersonFields). */
export const RosterPerson = z.object({
  personId: z.uuid().describe('Who it is, by id in the register.'),
  entityType: PersonType.describe('Employee, visitor or contractor.'),
  fullName: z.string().describe('First and last name.'),
  employeeId: z.string().describe('The organisation’s own number of this person.'),
  departmentName: z.string().nullable().describe('Name of the department.'),
  hostName: z.string().nullable().describe('Whom a visitor came to see.'),
  buildingId: z.uuid().describe('Where they signed in or were seen last.'),
  phone: z.string().nullable().optional().describe('Phone number.'),
  specialNeeds: z.string().nullable().optional().describe('What help they need; health data.'),
  sighting: Sighting.nullable().describe('Where they were seen within the last 15 minutes.'),
})
export type RosterPerson = z.infer<typeof RosterPerson>

export const SiteRoster = z.object({
  asOf: Time.describe('When this was so.'),
  people: z.array(RosterPerson).describe('By name.'),
})
export type SiteRoster = z.infer<typeof SiteRoster>

export const siteRoster = {
  read: get('/api/emergency/roster', {
    access: 'emergency.read',
    query: z.strictObject({ buildingId: z.uuid().optional() }),
    reply: SiteRoster,
    says: 'Read the roster of who is on site now, without an emergency',
  }),
}
