// Who carried a transmitter at a moment of the past: a badge goes from hand to hand. Used by the playback and the heat map.
import type { HistoryCarrier } from '@rollcall/contracts/domains/positions'

export function createCarriers() {
  const byTransmitter = new Map<string, Map<number, HistoryCarrier>>()
  return {
    add(carriers: readonly HistoryCarrier[]): void {
      for (const carrier of carriers) {
        const spans = byTransmitter.get(carrier.transmitterId) ?? new Map<number, HistoryCarrier>()
        // The same span comes again with every piece of history.
        spans.set(carrier.from ?? -Infinity, carrier)
        byTransmitter.set(carrier.transmitterId, spans)
      }
    },
    /** `at`: epoch milliseconds. */
    carrierAt(transmitterId: string, at: number): HistoryCarrier | undefined {
      for (const carrier of byTransmitter.get(transmitterId)?.values() ?? []) {
        if ((carrier.from ?? -Infinity) <= at && at < (carrier.until ?? Infinity)) return carrier
      }
      return undefined
    },
  }
}
