// What was decided on a board and is not answered yet, kept on this device until it is, so that a page that is loaded anew, or a
// session that ran out, loses nothing. One entry per account and emergency. Used by use-muster.ts.
import { MusterMethod, MusterStatus, SweepState } from '@rollcall/contracts/domains/muster'
import { Time } from '@rollcall/contracts/fields'
import { z } from 'zod'

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

const Kept = z.object({
  /** Whoever was tapped at once stands together. */
  taps: z.array(z.object({ tap: Tap, personIds: z.array(z.string()) })),
  sweeps: z.array(SweepTap),
})
export type Kept = z.infer<typeof Kept>
export type StoredTaps = { readonly read: () => Kept; readonly write: (part: Partial<Kept>) => void }

export function storedTaps(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, name: string): StoredTaps {
  const key = `rollcall.taps.${name}`
  let kept: Kept = { taps: [], sweeps: [] }
  return {
    read: () => {
      try {
        kept = Kept.parse(JSON.parse(storage.getItem(key) ?? ''))
      } catch {
        // Nothing was kept, or nothing that can be read.
      }
      return kept
    },
    write: (part) => {
      kept = { ...kept, ...part }
      try {
        if (kept.taps.length + kept.sweeps.length === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify(kept))
      } catch {
        // A device that stores nothing keeps them as long as the page is open.
      }
    },
  }
}
