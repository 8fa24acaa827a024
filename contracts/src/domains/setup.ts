// How far a site is set up: what is there already, counted, so that the guided start can say what comes next.
import { z } from 'zod'
import { get } from '../endpoint.ts'

const Count = z.number().int()
export const SetupState = z.object({
  /** Still as a new installation calls it: null. */
  organisation: z.string().nullable(),
  buildings: z.array(z.object({ buildingId: z.uuid(), name: z.string(), floors: Count })),
  floors: z.array(
    z.object({
      floorId: z.uuid(),
      /** With its building, where there are several. */
      name: z.string(),
      widthM: z.number(),
      hasPlan: z.boolean(),
      /** Registered for this floor, and those of them that are drawn on its plan. */
      receivers: Count,
      receiversPlaced: Count,
      zones: Count,
    }),
  ),
  receiversHeard: Count,
  musterPoints: Count,
  people: Count,
  badges: Count,
  /** Of them, those that somebody or something carries. */
  badgesCarried: Count,
  contacts: Count,
  drills: Count,
})
export type SetupState = z.infer<typeof SetupState>

export const setup = {
  read: get('/api/setup', {
    access: 'admin.settings',
    reply: SetupState,
    forLimited: 'refused',
    says: 'Read how far the site is set up',
  }),
}
