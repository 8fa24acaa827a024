// Phones as badges: one-time onboarding and identity-resolving keys (spec 4.2 Phone beacon, rules 8).
// Keys are never returned, only a fingerprint.
import { z } from 'zod'
import { get, perMinute, post } from '../endpoint.ts'
import { LinkToken, text, Time } from '../fields.ts'
import { listQuery, pageOf, Stored } from '../list.ts'
import { learntStrength, Transmitter } from './transmitters.ts'

const Platform = z.enum(['ios', 'android', 'other'])
/** First 8 hex digits of the SHA-256 of the key. */
const Fingerprint = z.string()

export const OnboardingRequest = z.strictObject({ personId: z.uuid() })
/** The token is returned this once, is good for one enrolment and lives 24 hours. */
export const OnboardingToken = z.object({ token: z.string(), path: z.string(), name: z.string(), expiresAt: Time })
/** All that the holder of a token may learn before enrolling. */
export const OnboardingView = z.object({ name: z.string(), expiresAt: Time })

/** At the server layer this POST needs a signed-in caller like any other (spec 5.1): the onboarding page asks for the sign-in. */
export const Enrollment = z.strictObject({
  token: LinkToken,
  irk: z
    .string()
    .regex(/^[0-9a-fA-F]{32}$/, 'hex_digits')
    .toLowerCase(),
  platform: Platform,
  label: text(80),
})
export const Enrolled = z.object({ transmitter: Transmitter, fingerprint: Fingerprint })

export const IrkRecord = Stored.extend({
  /** The transmitter it stands behind: deleting that ends the enrolment. */
  badgeId: z.uuid(),
  personId: z.uuid().nullable(),
  personName: z.string().nullable(),
  label: z.string(),
  platform: Platform,
  fingerprint: Fingerprint,
  /** A match counts only when a second address confirms it. */
  state: z.enum(['unseen', 'candidate', 'confirmed']),
  lastResolvedAt: Time.nullable(),
  ...learntStrength,
})

export const phoneBeacon = {
  createToken: post('/api/phone-beacon/onboarding-token', OnboardingRequest, {
    access: 'phonebeacon.enroll',
    reply: OnboardingToken,
    status: 201,
    changes: [],
    audit: { resource: 'people' },
    says: 'Make a one-time link by which a person enrols a phone',
  }),
  completeEnrollment: post('/api/phone-beacon/complete-enrollment', Enrollment, {
    access: 'signed-in',
    reply: Enrolled,
    status: 201,
    limit: perMinute(30),
    changes: 'transmitters',
    audit: { resource: 'transmitters' },
    says: 'Enrol a phone by its onboarding token',
  }),
  irkRecords: get('/api/phone-beacon/irk-records', {
    access: 'phonebeacon.irk',
    query: listQuery({}),
    reply: pageOf(IrkRecord),
    forLimited: 'refused',
    says: 'List enrolled phones by the fingerprint of their key',
  }),
  view: get('/api/phone-beacon/{token}', {
    access: 'public',
    reply: OnboardingView,
    params: { token: LinkToken },
    secret: ['token'],
    limit: perMinute(30),
    says: 'Read whom an onboarding token is for',
  }),
}
