// Who makes the positions of a share of the badges: exactly one backend at a time. One alone makes all of them; several on one database
// share them out (lease.ts). Asked by ingest, engine, position writer and background work.
import type { DatabaseTransaction } from '../database/schema.ts'
import { everything, type Share } from './shares.ts'

export interface Ownership {
  readonly share: Share
  /** Grows with every owner; null: another backend makes the positions, as far as we know. */
  readonly epoch: number | null
  /** Whether it is certain at this moment: whoever was stopped for a while and wakes up does not know. */
  isSure(): boolean
  /** Whether what was made in this epoch may still be written; if so, until the transaction ends. */
  mayWrite(tx: DatabaseTransaction, epoch: number): Promise<boolean>
  /** It is to go to another backend: no more positions, and what was made is written before it is let go. */
  readonly isLeaving: boolean
  letGo(): Promise<void>
}

export function ownAlone(): Ownership {
  return {
    share: everything,
    epoch: 1,
    isSure: () => true,
    mayWrite: async (_, epoch) => epoch === 1,
    isLeaving: false,
    async letGo() {},
  }
}
