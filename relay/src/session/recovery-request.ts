// Reads from a subscribe request which publications the client already has.
import type { RecoveryRequest } from './recovery.ts'

export function recoveryRequest(fields: Readonly<Record<string, unknown>>): RecoveryRequest {
  const { recover, offset, epoch } = fields
  return {
    isRecovering: recover === true,
    since: { offset: wholeNumber(offset), epoch: typeof epoch === 'string' ? epoch : '' },
  }
}

/** 0 for everything that is none. */
export function wholeNumber(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0
}
