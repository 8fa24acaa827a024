// Accounting for people in an emergency: the board, one tap, personal links, the report (spec 4.2 Emergency, rules 9).
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'
import { LinkToken, prose, Time } from '../fields.ts'
import { BatchResult } from '../list.ts'
import { ChainEnd } from './audit.ts'
import { BoardPart } from './board-part.ts'
import { Emergency, EmergencyEvent, EmergencyMode, EmergencyState, MusterCounts, Scenario } from './emergency.ts'
import { PersonType } from './personnel.ts'
import { PositionEntry, Sighting } from './positions.ts'
import { EmergencyReview } from './reviews.ts'
import { BoardWardens, EmergencyAnswer, WardenAnswer } from './wardens.ts'

export const MusterStatus = z.enum(['unknown', 'accounted', 'needs_help', 'off_site', 'excused'])
export type MusterStatus = z.infer<typeof MusterStatus>
export const MusterMethod = z.enum(['auto_zone', 'manual', 'bulk', 'scan', 'sweep', 'link'])

/** Why a person of unknown status is not seen. */
export const Absence = z.enum([
  'near_muster_point',
  'left_site',
  'badge_silent',
  'no_badge',
  'receivers_down',
  'probably_inside',
])

/** What the roster knew about a person when the state was last decided; of somebody still unknown, what is known now. */
const Evidence = z.object({
  sighting: Sighting,
  /** The zone next to the position, where it is in none. */
  nearZoneName: z.string().nullable(),
  position: PositionEntry.shape.position.nullable(),
  accuracyM: z.number().nullable(),
  /** How likely the person was inside a building of the emergency; null: the position could not tell. */
  insideProbability: z.number().min(0).max(1).nullable(),
  /** When the badge was last seen to move. */
  movedAt: Time.nullable(),
  receivers: z.array(z.string()),
  batteryPct: z.number().nullable(),
})

/**
 * `phone` and `specialNeeds` are absent for callers who may not see them (guardedPersonFields); `evidence` is null for callers
 * without positions.read, who see its class (`absence`) only.
 */
export const MusterPerson = z.object({
  personId: z.uuid(),
  entityType: PersonType,
  fullName: z.string(),
  employeeId: z.string(),
  /** The badge at the trigger, so that a scanned one finds its person. */
  transmitterId: z.string().nullable(),
  departmentName: z.string().nullable(),
  departmentId: z.uuid().nullable(),
  /** Where they were when it began, which says whose list they are on; null: it is not known, or the caller may not see places. */
  atTrigger: z
    .object({ buildingId: z.uuid().nullable(), floorId: z.uuid().nullable(), zoneId: z.uuid().nullable() })
    .nullable(),
  photoUrl: z.string().nullable(),
  phone: z.string().nullable().optional(),
  specialNeeds: z.string().nullable().optional(),
  /** Whom a visitor came to see. */
  hostName: z.string().nullable(),
  status: MusterStatus,
  method: MusterMethod.nullable(),
  /** When the status was decided, and when we heard of it; by whom. */
  decidedAt: Time.nullable(),
  at: Time.nullable(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  musterPointId: z.uuid().nullable(),
  absence: Absence.nullable(),
  evidence: Evidence.nullable(),
})
export type MusterPerson = z.infer<typeof MusterPerson>

/** `searching`: somebody is on the way there; `searched`: nobody left in it; `open`: taken back. */
export const SweepState = z.enum(['searching', 'searched', 'open'])
export type SweepState = z.infer<typeof SweepState>

/** A part of the building that somebody takes upon them to search. `zoneId` null: the floor outside its zones. */
const SweptArea = { floorId: z.uuid(), zoneId: z.uuid().nullable() }
export const Sweep = z.object({
  ...SweptArea,
  state: SweepState,
  by: z.string(),
  decidedAt: Time,
  at: Time,
  note: z.string().nullable(),
})
export type Sweep = z.infer<typeof Sweep>

/** Everything after version `since`; `since` 0 is the whole board. `version` is what to ask for next time. People and sweeps that
 * did not change are absent, everybody else stands as they were. `asOf`: epoch milliseconds by the backend's clock; taps are dated by it. */
export const Muster = z.object({
  asOf: z.number().int(),
  event: Emergency,
  counts: MusterCounts,
  version: z.number().int(),
  since: z.number().int(),
  people: z.array(MusterPerson),
  sweeps: z.array(Sweep),
  answers: z.array(EmergencyAnswer),
  /** Messages to contacts that were tried and have not arrived. */
  undelivered: z.number().int(),
})
export type Muster = z.infer<typeof Muster>

/** When it was decided, if not now: what was decided after that stands (`decided_since`). Never before the trigger, never in the future. */
const decidedAt = Time.optional()
export const Accounting = z.strictObject({
  personId: z.uuid(),
  status: MusterStatus,
  method: MusterMethod.extract(['manual', 'scan']).default('manual'),
  note: prose(500).optional(),
  decidedAt,
})
export const AccountingOfMany = z.strictObject({
  ids: z.array(z.uuid()).min(1).max(500),
  status: MusterStatus,
  method: MusterMethod.extract(['bulk', 'sweep']).default('bulk'),
  note: prose(500).optional(),
  decidedAt,
})
export const SweepRequest = z.strictObject({ ...SweptArea, state: SweepState, note: prose(500).optional(), decidedAt })

/** Seconds from the trigger until that share was accounted for; null when it never was. */
const Timings = z.object({ to50: z.number().nullable(), to90: z.number().nullable(), to100: z.number().nullable() })
/** A drill before this one in one of its buildings. */
const EarlierDrill = z.object({
  id: z.uuid(),
  scenario: Scenario,
  triggeredAt: Time,
  total: z.number().int(),
  timings: Timings,
})
export type EarlierDrill = z.infer<typeof EarlierDrill>
export const AfterActionReport = z.object({
  event: Emergency,
  counts: MusterCounts,
  people: z.array(MusterPerson),
  sweeps: z.array(Sweep),
  timings: Timings,
  /** How many were accounted for over time. */
  progress: z.array(z.object({ at: Time, accounted: z.number().int() })),
  timeline: z.array(EmergencyEvent),
  review: EmergencyReview,
  /** The latest ones, the oldest first. */
  earlier: z.array(EarlierDrill),
  auditHead: ChainEnd.describe('The newest audit record when this was written.'),
})

/** Links are returned once and kept only as a hash. */
export const LinkRequest = z.strictObject({ personIds: z.array(z.uuid()).min(1).max(500) })
const PersonalLink = z.object({ personId: z.uuid(), path: z.string(), expiresAt: Time })

/**
 * Without ids: everybody who is still missing. Whoever was sent a link before is not sent another. `again`: those whom none reached
 * are tried once more; whoever was sent one gets another only when named in `personIds`.
 */
export const LinkSendingRequest = z.strictObject({
  personIds: z.array(z.uuid()).min(1).max(500).optional(),
  again: z.boolean().default(false),
})
/** How the links of an emergency are getting on; `waiting` 0: all is done that can be. */
export const LinkSending = z.object({
  total: z.number().int(),
  waiting: z.number().int(),
  sent: z.number().int(),
  withoutAddress: z.number().int(),
  failed: z.number().int(),
  /** Accounted for before their turn came. */
  notNeeded: z.number().int(),
  /** Whom no link reached and who are still missing, with the reason: the first hundred by name. */
  unreached: z.array(z.object({ personId: z.uuid(), fullName: z.string(), detail: z.string() })),
  /** Still missing and not asked so far: with an address, and without. */
  unasked: z.object({ withAddress: z.number().int(), withoutAddress: z.number().int() }),
  /** False: no mail server is set up, nothing can be mailed. */
  canMail: z.boolean(),
})
export type LinkSending = z.infer<typeof LinkSending>

/** No more than the holder of the link must know. */
export const LinkView = z.object({
  scenario: Scenario,
  mode: EmergencyMode,
  message: z.string(),
  name: z.string(),
  status: MusterStatus,
  /** Once it is resolved nothing is left to answer. */
  state: EmergencyState,
  expiresAt: Time,
})
export type LinkView = z.infer<typeof LinkView>
export const LinkAnswer = z.strictObject({ status: MusterStatus.extract(['accounted', 'needs_help']) })

const audit = { resource: 'emergencies' }
const params = { token: LinkToken }
const theirs = { access: 'emergency.account', forLimited: 'checked' } as const
const accounting = { ...theirs, changes: 'emergencies', audit, urgent: true } as const
const reporting = { access: 'emergency.read', forLimited: 'checked' } as const
export const muster = {
  read: get('/api/emergency/muster', {
    access: 'emergency.read',
    query: BoardPart,
    reply: Muster,
    urgent: true,
    says: 'Read the muster board: who is accounted for and who is not',
  }),
  account: post('/api/emergency/{id}/account', Accounting, {
    ...accounting,
    reply: MusterPerson,
    says: 'Account for a person on the muster board',
  }),
  accountMany: post('/api/emergency/{id}/account-many', AccountingOfMany, {
    ...accounting,
    reply: BatchResult,
    says: 'Account for many people on the muster board at once',
  }),
  sweep: post('/api/emergency/{id}/sweeps', SweepRequest, {
    ...accounting,
    reply: Sweep,
    says: 'Say that a zone is being searched, was searched, or is open again',
  }),
  wardens: get('/api/emergency/{id}/wardens', {
    access: 'emergency.read',
    reply: BoardWardens,
    urgent: true,
    says: 'Read whose list everybody on the muster board is on',
  }),
  answerAsWarden: post('/api/emergency/{id}/warden-answer', WardenAnswer, {
    ...accounting,
    reply: z.array(EmergencyAnswer),
    says: 'Say as a warden that you are on it, or that you cannot come',
  }),
  createLinks: post('/api/emergency/{id}/links', LinkRequest, {
    access: 'emergency.account',
    reply: z.array(PersonalLink),
    status: 201,
    changes: 'emergencies',
    audit,
    says: 'Make personal links by which people answer for themselves',
  }),
  sendLinks: post('/api/emergency/{id}/links/send', LinkSendingRequest, {
    access: 'emergency.account',
    reply: LinkSending,
    status: 202,
    changes: 'emergencies',
    audit,
    says: 'Mail personal links to people, behind the answer',
  }),
  linkSending: get('/api/emergency/{id}/links/sending', {
    access: 'emergency.account',
    reply: LinkSending,
    says: 'Read how the mailing of personal links is getting on',
  }),
  report: get('/api/emergency/{id}/report', {
    ...reporting,
    slow: true,
    reply: AfterActionReport,
    says: 'Read the after-action report',
  }),
  reportCsv: get('/api/emergency/{id}/report/csv', {
    ...reporting,
    slow: true,
    reply: { file: ['text/csv'] },
    limit: perMinute(20),
    says: 'Export the after-action report as CSV',
  }),
  reportPdf: get('/api/emergency/{id}/report/pdf', {
    ...reporting,
    slow: true,
    reply: { file: ['application/pdf'] },
    limit: perMinute(20),
    says: 'Export the after-action report as PDF',
  }),
  link: get('/api/muster-link/{token}', {
    access: 'public',
    reply: LinkView,
    params,
    secret: ['token'],
    limit: perMinute(60, 'token'),
    urgent: true,
    says: 'Open a personal link',
  }),
  /** Outside /api/: people without an account answer, and the server layer lets no other POST pass without one (spec 5.1). */
  answerLink: post('/muster-link/{token}', LinkAnswer, {
    access: 'public',
    reply: LinkView,
    params,
    secret: ['token'],
    limit: perMinute(20, 'token'),
    changes: 'emergencies',
    audit,
    urgent: true,
    says: 'Answer by a personal link that you are safe or need help',
  }),
}
