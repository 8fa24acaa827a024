// SQL of enrolled phones' keys for the resolver, and of what it found out. Called by phone-watch.ts.
import { sql } from 'kysely'
import type { Database } from '../../database/schema.ts'
import type { Recognised } from './phone-resolver.ts'

export type SealedKey = { id: string; transmitterId: string; irkSealed: Buffer; state: string }

/** Of phones that positions are wanted of. */
export function sealedKeys(db: Database): Promise<SealedKey[]> {
  return db
    .selectFrom('irkRecords as i')
    .innerJoin('transmitters as t', 't.transmitterId', 'i.transmitterId')
    .select(['i.id', 'i.transmitterId', 'i.irkSealed', 'i.state'])
    .where('t.status', '!=', 'retired')
    .orderBy('i.id')
    .execute()
}

/** Of all phones, retired ones too. `anew`: null where it is sealed as it should be. */
export async function sealKeysAnew(db: Database, anew: (sealed: Buffer) => Buffer | null): Promise<void> {
  const rows = await db.selectFrom('irkRecords').select(['id', 'irkSealed']).execute()
  for (const { id, irkSealed: before } of rows) {
    const irkSealed = anew(before)
    // Unless somebody enrolled it anew meanwhile.
    if (irkSealed)
      await db
        .updateTable('irkRecords')
        .set({ irkSealed })
        .where('id', '=', id)
        .where('irkSealed', '=', before)
        .execute()
  }
}

/** Confirmed stays confirmed. `updated_at` does not move: nobody edited the record. */
export async function saveRecognised(db: Database, found: readonly Recognised[]): Promise<void> {
  await sql`
    UPDATE irk_records i SET last_resolved_at = e.at,
      state = CASE WHEN i.state = 'confirmed' THEN i.state ELSE e.state END
    FROM unnest(${found.map(({ transmitterId }) => transmitterId)}::text[], ${found.map(({ state }) => state)}::text[],
      ${found.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) AS e (id, state, at)
    WHERE i.transmitter_id = e.id`.execute(db)
}

/** A key enrolled with its octets turned round is kept the right way from now on. */
export async function saveKey(db: Database, transmitterId: string, irkSealed: Buffer): Promise<void> {
  await db.updateTable('irkRecords').set({ irkSealed }).where('transmitterId', '=', transmitterId).execute()
}
