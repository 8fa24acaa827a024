// Visits: which visitor or contractor is in which building, and when (rules 8). The tablet at the reception is in kiosk.ts.
import { z } from 'zod'
import { get, post, put, remove } from '../endpoint.ts'
import { changeOf, Email, Phone, text, Time, TransmitterId } from '../fields.ts'
import { listQuery, Nothing, pageOf, Stored } from '../list.ts'
import { PersonType } from './personnel.ts'

/** Who has visits: employees belong here anyway. */
export const VisitorType = PersonType.exclude(['employee'])
export const VisitState = z.enum(['expected', 'open', 'ended'])
export type VisitState = z.infer<typeof VisitState>

const visitFields = {
  buildingId: z.uuid().describe('Where they are, or will be.'),
  hostId: z.uuid().nullable().describe('Whom they visit.'),
  company: text(120).nullable().describe('Where they come from.'),
  purpose: text(200).nullable().describe('What they come for.'),
  expectedAt: Time.nullable().describe('When they are expected.'),
}
const badge = TransmitterId.nullable().describe('The badge that is handed out, by its radio id; null: none.')

export const Visit = Stored.extend({
  ...visitFields,
  personId: z.uuid().describe('Who visits.'),
  personName: z.string().describe('Name of who visits.'),
  entityType: VisitorType.describe('Visitor or contractor.'),
  buildingName: z.string().describe('Name of the building.'),
  hostName: z.string().nullable().describe('Name of whom they visit.'),
  state: VisitState.describe('Expected, open (in the building) or ended.'),
  arrivedAt: Time.nullable().describe('When they signed in.'),
  leftAt: Time.nullable().describe('When they signed out.'),
  badge: badge.describe('The badge that was handed out, by its radio id; null: none.'),
  badgeName: z.string().nullable().describe('What is written on that badge.'),
  note: z.string().nullable().describe('How it ended, where nobody signed out.'),
  code: z.string().describe('Signs them in and out at the reception tablet: ten characters.'),
})
export type Visit = z.infer<typeof Visit>

/** Somebody who is not in the register so far. */
export const NewVisitor = z.strictObject({
  fullName: text(160).describe('First and last name.'),
  entityType: VisitorType.default('visitor').describe('Visitor or contractor.'),
  email: Email.nullable().default(null).describe('Email address.'),
  phone: Phone.nullable().default(null).describe('Their phone.'),
})

export const VisitCreate = z
  .strictObject({
    personId: z.uuid().optional().describe('Who visits, if they are in the register.'),
    visitor: NewVisitor.optional().describe('Who visits, if they are not; they are added to the register.'),
    ...visitFields,
    hostId: visitFields.hostId.default(null),
    company: visitFields.company.default(null),
    purpose: visitFields.purpose.default(null),
    expectedAt: visitFields.expectedAt.default(null),
    arrived: z.boolean().default(false).describe('They are here: signed in at once.'),
    badge: badge.default(null),
  })
  .refine(({ personId, visitor }) => (personId === undefined) !== (visitor === undefined), {
    message: 'person_or_name',
    path: ['personId'],
  })
  .refine(({ arrived, badge: handedOut }) => arrived || handedOut === null, {
    message: 'badge_before_sign_in',
    path: ['badge'],
  })
export const VisitChange = changeOf(visitFields)
export const VisitSignIn = z.strictObject({ badge: badge.default(null) })

const audit = { resource: 'visits' }
const manage = { access: 'visits.manage', reply: Visit, audit } as const
export const visits = {
  list: get('/api/visits', {
    access: 'visits.read',
    query: listQuery({
      state: VisitState.optional(),
      buildingId: z.uuid().optional(),
      personId: z.uuid().optional(),
      hostId: z.uuid().optional(),
    }),
    reply: pageOf(Visit),
    says: 'List visits: who is expected, in the building, or has left',
  }),
  create: post('/api/visits', VisitCreate, {
    ...manage,
    status: 201,
    changes: ['people', 'transmitters'],
    forLimited: 'checked',
    says: 'Expect a visit, or sign a visitor in at once',
  }),
  read: get('/api/visits/{id}', { access: 'visits.read', reply: Visit, says: 'Read one of the visits' }),
  change: put('/api/visits/{id}', VisitChange, { ...manage, changes: 'people', says: 'Change a visit' }),
  remove: remove('/api/visits/{id}', {
    access: 'visits.manage',
    reply: null,
    audit,
    changes: 'people',
    says: 'Delete a visit that nobody came to',
  }),
  signIn: post('/api/visits/{id}/sign-in', VisitSignIn, {
    ...manage,
    changes: ['people', 'transmitters'],
    forLimited: 'checked',
    says: 'Sign a visitor in and hand out a badge',
  }),
  signOut: post('/api/visits/{id}/sign-out', Nothing, {
    ...manage,
    changes: ['people', 'transmitters'],
    forLimited: 'checked',
    says: 'Sign a visitor out and take the badge back',
  }),
}
