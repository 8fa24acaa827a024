// Accounting for people in an emergency: the board, one tap, personal links, the report (spec 4.2 Emergency, rules 9).
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'
import { LinkToken, prose, Time } from '../fields.ts'
import { Emergency, EmergencyEvent, EmergencyMode, MusterCounts, Scenario } from './emergency.ts'
import { PersonType } from './personnel.ts'
import { PositionEntry, Sighting } from './positions.ts'

export const MusterStatus = z.enum(['unknown', 'accounted', 'needs_help', 'off_site', 'excused'])
export type MusterStatus = z.infer<typeof MusterStatus>
export const MusterMethod = z.enum(['auto_zone', 'manual', 'link'])

/** Why a person of unknown status is not seen. */
export const Absence = z.enum(['left_site', 'badge_silent', 'receivers_down', 'probably_inside'])

/** What the roster knew about a person when the state was last decided. */
const Evidence = z.object({
  sighting: Sighting,
  position: PositionEntry.shape.position.nullable(),
  accuracyM: z.number().nullable(),
  receivers: z.array(z.string()),
  batteryPct: z.number().nullable(),
})

/** `phone` and `specialNeeds` are absent for callers who may not see them (guardedPersonFields). */
export const MusterPerson = z.object({
  personId: z.uuid(),
  entityType: PersonType,
  fullName: z.string(),
  employeeId: z.string(),
  departmentName: z.string().nullable(),
  photoUrl: z.string().nullable(),
  phone: z.string().nullable().optional(),
  specialNeeds: z.string().nullable().optional(),
  status: MusterStatus,
  method: MusterMethod.nullable(),
  /** When and by whom the status was set. */
  at: Time.nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  musterPointId: z.uuid().nullable(),
  absence: Absence.nullable(),
  evidence: Evidence.nullable(),
})
export type MusterPerson = z.infer<typeof MusterPerson>

export const Muster = z.object({ event: Emergency, counts: MusterCounts, people: z.array(MusterPerson) })
export type Muster = z.infer<typeof Muster>

export const Accounting = z.strictObject({
  personId: z.uuid(),
  status: MusterStatus,
  note: prose(500).optional(),
  /** When it was decided, if it waited on a device without a connection: what was decided after that stands. */
  decidedAt: Time.optional(),
})

/** Seconds from the trigger until that share was accounted for; null when it never was. */
const Timings = z.object({ to50: z.number().nullable(), to90: z.number().nullable(), to100: z.number().nullable() })
export const AfterActionReport = Muster.extend({
  timings: Timings,
  /** How many were accounted for over time. */
  progress: z.array(z.object({ at: Time, accounted: z.number().int() })),
  timeline: z.array(EmergencyEvent),
})

/** Links are returned once and kept only as a hash; `send` also mails each to its person. */
export const LinkRequest = z.strictObject({
  personIds: z.array(z.uuid()).min(1).max(500),
  send: z.boolean().default(false),
})
const PersonalLink = z.object({ personId: z.uuid(), path: z.string(), expiresAt: Time, sent: z.boolean() })

// A personal link is for people without an account, and the server layer lets no POST pass without one (spec 5.1). So the answer
// is a GET. It is not the address in the message: that opens a page, and only a tap there calls it, so a mail scanner that follows
// links accounts for nobody. Answering twice with the same status is one answer.

/** No more than the holder of the link must know. */
export const LinkView = z.object({
  scenario: Scenario,
  mode: EmergencyMode,
  message: z.string(),
  name: z.string(),
  status: MusterStatus,
  expiresAt: Time,
})
export const LinkAnswer = z.object({ status: MusterStatus.extract(['accounted', 'needs_help']) })

const audit = { resource: 'emergencies' }
const params = { token: LinkToken }
export const muster = {
  read: get('/api/emergency/muster', {
    access: 'emergency.read',
    /** Without an id: the emergency that began last and is still active. */
    query: z.object({ eventId: z.uuid().optional() }),
    reply: Muster,
    says: 'Read the muster board: who is accounted for and who is not',
  }),
  account: post('/api/emergency/{id}/account', Accounting, {
    access: 'emergency.account',
    reply: MusterPerson,
    changes: 'emergencies',
    audit,
    says: 'Account for a person on the muster board',
  }),
  createLinks: post('/api/emergency/{id}/links', LinkRequest, {
    access: 'emergency.account',
    reply: z.array(PersonalLink),
    status: 201,
    changes: 'emergencies',
    audit,
    says: 'Make personal links by which people answer for themselves',
  }),
  report: get('/api/emergency/{id}/report', {
    access: 'emergency.read',
    reply: AfterActionReport,
    says: 'Read the after-action report',
  }),
  reportCsv: get('/api/emergency/{id}/report/csv', {
    access: 'emergency.read',
    reply: { file: ['text/csv'] },
    limit: perMinute(20),
    says: 'Export the after-action report as CSV',
  }),
  reportPdf: get('/api/emergency/{id}/report/pdf', {
    access: 'emergency.read',
    reply: { file: ['application/pdf'] },
    limit: perMinute(20),
    says: 'Export the after-action report as PDF',
  }),
  link: get('/api/muster-link/{token}', {
    access: 'public',
    reply: LinkView,
    params,
    secret: ['token'],
    limit: perMinute(60),
    says: 'Open a personal link',
  }),
  answerLink: get('/api/muster-link/{token}/answer', {
    access: 'public',
    query: LinkAnswer,
    reply: LinkView,
    params,
    secret: ['token'],
    limit: perMinute(60),
    changes: 'emergencies',
    audit,
    says: 'Answer by a personal link that you are safe or need help',
  }),
}
