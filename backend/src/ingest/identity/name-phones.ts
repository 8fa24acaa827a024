// Readings of enrolled phones get the phone's own id, whatever address it used: which backend makes their positions is chosen by it. Done
// at intake, before the log.
import type { Reading } from '../reading.ts'
import type { PhoneResolver } from './phone-resolver.ts'

interface Options {
  phones: Pick<PhoneResolver, 'begin' | 'resolve'>
  /** Badges are never phones, and phones are somebody's. */
  isRegistered: (transmitterId: string) => boolean
}

/** So often the work that new addresses take is bounded anew, milliseconds; batches may come more often. */
const everyMs = 100

export function createPhoneNames({
  phones,
  isRegistered,
}: Options): (readings: readonly Reading[]) => readonly Reading[] {
  let begunAt = -Infinity
  const named = (reading: Reading): Reading | null => {
    if (isRegistered(reading.transmitterId)) return reading
    // By the time of arrival: no clock has been judged yet.
    const found = phones.resolve({ ...reading, at: reading.arrivedAt })
    if (found === 'not_enrolled') return reading
    // Enrolled just now it is nobody's yet, and no ambient device.
    return found === 'later' || !isRegistered(found.phone) ? null : { ...reading, transmitterId: found.phone }
  }
  return (readings) => {
    if (performance.now() - begunAt >= everyMs) {
      phones.begin()
      begunAt = performance.now()
    }
    return readings.flatMap((reading) => named(reading) ?? [])
  }
}
