// What was noted of an emergency and learnt from it, afterwards (rules 9); it is read with the report (muster.ts).
import { z } from 'zod'
import { put } from '../endpoint.ts'
import { changeOf, prose } from '../fields.ts'
import { Stored } from '../list.ts'

const fields = {
  notes: prose(10_000).describe('What happened, as those saw it who were there.'),
  lessons: prose(10_000).describe('What to do better.'),
}
/** Of an emergency nobody wrote about it is empty, and as old as the emergency. */
export const EmergencyReview = Stored.extend({
  ...fields,
  changedBy: z.string().nullable().describe('Display name of who wrote last.'),
})
export type EmergencyReview = z.infer<typeof EmergencyReview>
export const ReviewChange = changeOf(fields)

export const reviews = {
  change: put('/api/emergency/reviews/{id}', ReviewChange, {
    access: 'emergency.resolve',
    reply: EmergencyReview,
    changes: 'emergencies',
    audit: { resource: 'emergency_reviews' },
    says: 'Write notes and lessons into the after-action report',
  }),
}
