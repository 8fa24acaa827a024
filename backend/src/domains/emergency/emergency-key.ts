// The same trigger sent twice is one emergency (rules 9): by its key, as long as it asks for the same and that emergency is active. A
// key never answers with something else than what was asked for. Called by trigger-emergency.ts.
import { createHash } from 'node:crypto'
import type { EmergencyTrigger } from '@rollcall/contracts/domains/emergency'
import { noted } from '@rollcall/contracts/notes'
import type { z } from 'zod'
import { canonicalJson } from '../../audit/audit-entry.ts'
import type { DatabaseTransaction } from '../../database/schema.ts'
import { Refusal } from '../../http/refusal.ts'
import { findKey, insertKey, lockKey } from './emergency-key-queries.ts'

type Trigger = z.output<typeof EmergencyTrigger>

/** The emergency that this very trigger began, if it did; refuses a key that was used for anything else. */
export async function triggeredBefore(tx: DatabaseTransaction, trigger: Trigger): Promise<string | null> {
  const { idempotencyKey: key } = trigger
  if (key === undefined) return null
  await lockKey(tx, key)
  const used = await findKey(tx, key)
  if (!used) return null
  if (used.requestHash !== hashOf(trigger)) throw reused('key_of_another')
  if (used.state !== 'active') throw reused('key_over')
  return used.emergencyId
}

export async function keepKey(tx: DatabaseTransaction, trigger: Trigger, emergencyId: string): Promise<void> {
  if (trigger.idempotencyKey !== undefined) await insertKey(tx, trigger.idempotencyKey, hashOf(trigger), emergencyId)
}

function reused(code: 'key_of_another' | 'key_over'): Refusal {
  return new Refusal('idempotency_key_reused', [noted('idempotencyKey', code)])
}

/** What is asked for, after defaults; the order of lists means nothing. */
function hashOf({ scenario, mode, scope, message, musterPoints }: Trigger): string {
  const sorted = (ids: readonly string[]) => [...new Set(ids)].toSorted()
  const request = { scenario, mode, message, buildings: sorted(scope.buildingIds), musterPoints: sorted(musterPoints) }
  return createHash('sha256').update(canonicalJson(request)).digest('hex')
}
