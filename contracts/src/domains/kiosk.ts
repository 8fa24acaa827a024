// The tablet at the reception, where visitors sign themselves in and out (rules 8). It has no account: the token in its address is the
// credential of one building, and nothing that it is answered tells of anybody but the person who stands before it.
import { z } from 'zod'
import { get, perMinute, post, remove } from '../endpoint.ts'
import { LinkToken, text, Time } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'

const kioskFields = {
  name: text(80).describe('Where it stands, such as Main entrance.'),
  buildingId: z.uuid().describe('The building whose visitors it signs in.'),
}
export const Kiosk = Stored.extend({
  ...kioskFields,
  buildingName: z.string().describe('Name of the building.'),
  lastUsedAt: Time.nullable().describe('When somebody last signed in or out there.'),
})
export type Kiosk = z.infer<typeof Kiosk>
export const KioskCreate = z.strictObject(kioskFields)
/** The address is answered once and kept only as a hash. */
export const NewKiosk = Kiosk.extend({ path: z.string().describe('The address of its page; shown only now.') })

/** What the page needs to greet. */
export const KioskView = z.object({
  organisation: z.string(),
  buildingName: z.string(),
  timezone: z.string(),
})
export type KioskView = z.infer<typeof KioskView>

/** What was read from a picture, scanned or typed: the code of a visit, or a badge. */
const ReadCode = text(300)
export const KioskScan = z.strictObject({ code: ReadCode, direction: z.enum(['in', 'out']) })
export const KioskBadge = z.strictObject({ visit: ReadCode, badge: ReadCode })
export const KioskVisitor = z.strictObject({
  fullName: text(160),
  company: text(120).nullable().default(null),
  /** As the visitor knows them; more than one of that name, or none: nobody is entered. */
  host: text(160).nullable().default(null),
  purpose: text(200).nullable().default(null),
})

/** To the person before the tablet, of themselves. */
export const KioskAnswer = z.object({
  direction: z.enum(['in', 'out']),
  name: z.string(),
  hostName: z.string().nullable(),
  /** Signs them out again. */
  code: z.string(),
  /** What is written on the badge they carry, or have given back; null: none. */
  badge: z.string().nullable(),
})
export type KioskAnswer = z.infer<typeof KioskAnswer>

const access = 'visits.manage'
const audit = { resource: 'kiosks' }
const params = { token: LinkToken }
const byToken = {
  access: 'public',
  reply: KioskAnswer,
  params,
  secret: ['token'],
  limit: perMinute(60, 'token'),
  changes: ['people', 'transmitters'],
  audit: { resource: 'visits' },
} as const
export const kiosk = {
  list: get('/api/kiosks', { access, query: listQuery({}), reply: pageOf(Kiosk), says: 'List reception tablets' }),
  create: post('/api/kiosks', KioskCreate, {
    access,
    reply: NewKiosk,
    status: 201,
    changes: [],
    audit,
    says: 'Set up a reception tablet; its address is answered once',
  }),
  remove: remove('/api/kiosks/{id}', {
    access,
    reply: null,
    changes: [],
    audit,
    says: 'Take the address of a reception tablet back',
  }),
  open: get('/api/kiosk/{token}', {
    access: 'public',
    reply: KioskView,
    params,
    secret: ['token'],
    limit: perMinute(60, 'token'),
    says: 'Open the page of a reception tablet',
  }),
  /** Outside /api/, as the answer by a personal link: the server layer lets no other POST pass without an account (spec 5.1). */
  scan: post('/kiosk/{token}/scan', KioskScan, {
    ...byToken,
    says: 'Sign in or out at the reception tablet with the code of a visit or with a badge',
  }),
  badge: post('/kiosk/{token}/badge', KioskBadge, {
    ...byToken,
    says: 'Take a badge at the reception tablet after signing in',
  }),
  visitor: post('/kiosk/{token}/visitors', KioskVisitor, {
    ...byToken,
    says: 'Sign in at the reception tablet without being expected',
  }),
}
