// What was decided on a board and is not answered yet, or was refused and not read yet, kept on this device until it is, so that a page that is closed, an update of
// the application, or a session that ran out, loses nothing. Sealed; one entry per account and emergency. Used by use-muster.ts.
import { MusterMethod, MusterStatus, SweepState } from '@rollcall/contracts/domains/muster'
import { Time } from '@rollcall/contracts/fields'
import { z } from 'zod'
import type { KeptStore } from '../../offline/kept-store.ts'

/** `at`: when it was tapped. */
const Tap = z.object({
  status: MusterStatus,
  at: Time,
  method: MusterMethod.extract(['manual', 'scan', 'bulk', 'sweep']),
  note: z.string().optional(),
})
export type Tap = z.infer<typeof Tap>
const SweepTap = z.object({
  floorId: z.string(),
  zoneId: z.string().nullable(),
  state: SweepState,
  at: Time,
  note: z.string().optional(),
})
export type SweepTap = z.infer<typeof SweepTap>

/** A decision that the server would not take: kept until whoever made it has read why. */
const Refused = z.object({ status: MusterStatus, at: Time, why: z.string() })
export type Refused = z.infer<typeof Refused>
const RefusedSweep = SweepTap.extend({ why: z.string() })
export type RefusedSweep = z.infer<typeof RefusedSweep>

const Kept = z.object({
  /** Whoever was tapped at once stands together. */
  taps: z.array(z.object({ tap: Tap, personIds: z.array(z.string()) })),
  sweeps: z.array(SweepTap),
  refused: z.array(Refused.extend({ personId: z.string() })).default([]),
  refusedSweeps: z.array(RefusedSweep).default([]),
})
export type Kept = z.infer<typeof Kept>
export type StoredTaps = {
  /** As they were when the board was opened. */
  readonly read: () => Promise<Kept>
  /** Not before they were read. */
  readonly write: (part: Partial<Kept>) => void
}

const nothing: Kept = { taps: [], sweeps: [], refused: [], refusedSweeps: [] }

/** `store` null: a device that stores nothing keeps them as long as the page is open. */
export function storedTaps(
  { store, keep }: { store: () => Promise<KeptStore | null>; keep: (value: Kept) => Promise<void> },
  eventId: string,
): StoredTaps {
  let kept: Promise<Kept> | null = null
  let changes: Partial<Kept> = {}
  let isWriting = false
  let again = false

  const readOnce = async (): Promise<Kept> => {
    const row = await (await store())?.read('taps', eventId)
    return Kept.safeParse(row?.value).data ?? nothing
  }
  const read = () => (kept ??= readOnce().catch(() => nothing))

  /** One at a time, and the newest always. */
  async function writeAll(): Promise<void> {
    isWriting = true
    while (again) {
      again = false
      const all = { ...(await read()), ...changes }
      if (Object.values(all).some((rows) => rows.length > 0)) await keep(all)
      else await (await store())?.remove('taps', eventId).catch(() => undefined)
    }
    isWriting = false
  }
  return {
    read,
    write: (part) => {
      changes = { ...changes, ...part }
      again = true
      if (!isWriting) void writeAll()
    },
  }
}
