// Who makes the positions: exactly one backend at a time. One alone always does; several on one database have a lease for it (lease.ts).
// Asked by ingest, engine, position writer and background work.
import type { DatabaseTransaction } from '../database/schema.ts'

export interface Ownership {
  /** Grows with every owner; null: another backend makes the positions, as far as we know. */
  readonly epoch: number | null
  /** Whether it is certain at this moment: whoever was stopped for a while and wakes up does not know. */
  isSure(): boolean
  /** Whether what was made in this epoch may still be written; if so, until the transaction ends. */
  mayWrite(tx: DatabaseTransaction, epoch: number): Promise<boolean>
}

export function ownAlone(): Ownership {
  return { epoch: 1, isSure: () => true, mayWrite: async (_, epoch) => epoch === 1 }
}
