// Taps of a board that found no connection, kept on this device until they are sent, so that a page that is loaded anew, or a
// session that ran out, loses none. One entry per account and emergency. Used by use-muster.ts.
import { MusterStatus } from '@rollcall/contracts/domains/muster'
import { Time } from '@rollcall/contracts/fields'
import { z } from 'zod'

/** `at`: when it was tapped. */
export type Tap = { readonly status: MusterStatus; readonly at: string }
/** By person. */
export type Taps = ReadonlyMap<string, Tap>
export type StoredTaps = { readonly read: () => Taps; readonly write: (taps: Taps) => void }

const Stored = z.array(z.tuple([z.string(), z.object({ status: MusterStatus, at: Time })]))

export function storedTaps(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>, name: string): StoredTaps {
  const key = `rollcall.taps.${name}`
  return {
    read: () => {
      try {
        return new Map(Stored.parse(JSON.parse(storage.getItem(key) ?? '[]')))
      } catch {
        return new Map()
      }
    },
    write: (taps) => {
      try {
        if (taps.size === 0) storage.removeItem(key)
        else storage.setItem(key, JSON.stringify([...taps]))
      } catch {
        // A device that stores nothing keeps them as long as the page is open.
      }
    },
  }
}
