// Wardens: who answers for the people of an area or a department of a building, and who stands in for them (rules 9); and what wardens
// and contacts say when it rings, which the muster board shows (muster.ts).
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, Time } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'

const areaFields = {
  buildingId: z.uuid().describe('Where.'),
  floorId: z.uuid().nullable().describe('One of its floors, with every zone on it.'),
  zoneId: z.uuid().nullable().describe('One of its zones.'),
  departmentId: z.uuid().nullable().describe('The people of this department, and of those below it, in the building.'),
}
/** The warden and the deputies. */
export const mostWardens = 6
const personIds = z
  .array(z.uuid())
  .min(1)
  .max(mostWardens)
  .refine((ids) => new Set(ids).size === ids.length, 'each_person_once')
  .describe('Who answers for it, then the deputies in their order.')

/** The first answers for it. A deputy counts when everybody before them is not on site or does not answer. */
const WardenPerson = z.object({
  personId: z.uuid().describe('Who it is, by id in the register.'),
  fullName: z.string().describe('First and last name.'),
  canSignIn: z.boolean().describe('There is an active account with their email address.'),
})

/** Without floor, zone and department: the whole building. */
export const Warden = Stored.extend({
  ...areaFields,
  buildingName: z.string().describe('Name of the building.'),
  floorName: z.string().nullable().describe('Name of the floor, also of that of the zone.'),
  zoneName: z.string().nullable().describe('Name of the zone.'),
  departmentName: z.string().nullable().describe('Name of the department.'),
  departmentIds: z.array(z.uuid()).describe('The department and those below it.'),
  people: z.array(WardenPerson).describe('In their order; empty: all of them have left the register.'),
})
export type Warden = z.infer<typeof Warden>

export const WardenCreate = z
  .strictObject({
    ...areaFields,
    floorId: areaFields.floorId.default(null),
    zoneId: areaFields.zoneId.default(null),
    departmentId: areaFields.departmentId.default(null),
    personIds,
  })
  .refine(({ floorId, zoneId, departmentId }) => [floorId, zoneId, departmentId].filter(Boolean).length <= 1, {
    message: 'one_area',
    path: ['zoneId'],
  })
export const WardenChange = changeOf({ personIds })

/** For whom the caller answers: they are who in the register has the email address of the account. */
export const MyWardens = z.object({
  personIds: z.array(z.uuid()).describe('Who in the register the caller is.'),
  wardens: z.array(Warden).describe('What the caller answers for, or is a deputy of.'),
  buildings: z.array(z.object({ id: z.uuid(), name: z.string() })).describe('Where that is.'),
})
export type MyWardens = z.infer<typeof MyWardens>

/** Who answers for whom in the buildings of an emergency, and who of them the caller is. */
export const BoardWardens = z.object({ wardens: z.array(Warden), myPersonIds: z.array(z.uuid()) })
export type BoardWardens = z.infer<typeof BoardWardens>

export const ContactWord = z.enum(['on_my_way', 'cannot_come'])
export const WardenWord = z.enum(['on_it', 'cannot_come'])
/** What contacts say by a link, wardens on the board. Contacts are there as soon as they are told; `answer` null: silent so far. Wardens once they say something. `id`: of the
 * contact, or of the person in the register. Only callers with emergency.account get any. */
export const EmergencyAnswer = z.object({
  kind: z.enum(['contact', 'warden']),
  id: z.uuid(),
  name: z.string(),
  role: z.string().nullable(),
  answer: z.enum([...ContactWord.options, 'on_it']).nullable(),
  at: Time.nullable(),
})
export type EmergencyAnswer = z.infer<typeof EmergencyAnswer>

export const WardenAnswer = z.strictObject({ answer: WardenWord })

/** What nobody answers for. People are on a list as soon as either their area or their department is on one. */
export const Uncovered = z.object({
  areas: z
    .array(
      z.object({
        buildingId: z.uuid(),
        buildingName: z.string(),
        floorId: z.uuid(),
        floorName: z.string(),
        zoneId: z.uuid().nullable().describe('Null: the whole floor.'),
        zoneName: z.string().nullable(),
      }),
    )
    .describe('Floors without a warden on them, and zones beside those that have one.'),
  departments: z
    .array(z.object({ departmentId: z.uuid(), departmentName: z.string(), memberCount: z.number().int() }))
    .describe('Departments with people and without a warden in any building.'),
})
export type Uncovered = z.infer<typeof Uncovered>

const audit = { resource: 'wardens' }
const manage = { access: 'emergency.contacts', changes: 'contacts', audit } as const
export const wardens = {
  list: get('/api/wardens', {
    access: 'emergency.read',
    query: listQuery({ buildingId: z.uuid().optional(), personId: z.uuid().optional() }),
    reply: pageOf(Warden),
    says: 'List wardens: who answers for which area or department',
  }),
  mine: get('/api/wardens/mine', {
    access: 'emergency.read',
    reply: MyWardens,
    urgent: true,
    says: 'Read what the caller answers for as one of the wardens',
  }),
  uncovered: get('/api/wardens/uncovered', {
    access: 'emergency.read',
    reply: Uncovered,
    says: 'Read which areas and departments have no wardens',
  }),
  create: post('/api/wardens', WardenCreate, {
    ...manage,
    reply: Warden,
    status: 201,
    says: 'Name wardens of an area or a department',
  }),
  read: get('/api/wardens/{id}', { access: 'emergency.read', reply: Warden, says: 'Read one of the wardens' }),
  change: put('/api/wardens/{id}', WardenChange, {
    ...manage,
    reply: Warden,
    says: 'Change wardens and their deputies',
  }),
  remove: remove('/api/wardens/{id}', {
    ...manage,
    reply: null,
    says: 'Delete wardens: nobody answers for it any more',
  }),
}
