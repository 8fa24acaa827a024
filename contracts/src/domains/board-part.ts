// Which part of a muster board is asked for (muster.ts).
import { z } from 'zod'

/** Without an id: of the emergency that began last and is still active. `atMost`: so many of the missing, by name; version 0. */
export const BoardPart = z.strictObject({
  eventId: z.uuid().optional(),
  since: z.coerce.number().int().min(0).default(0),
  atMost: z.coerce.number().int().min(1).max(200).optional(),
})
