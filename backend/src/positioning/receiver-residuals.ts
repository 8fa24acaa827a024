// How much louder each receiver hears badges than the model expects, weighted to the last hour: a receiver that was moved, covered or
// is dying drifts away from its neighbours. Filled by the compare step, read by the signal monitor.

export interface ReceiverResiduals {
  note(receiverId: string, residualDb: number, now: number): void
  /** dB; null while nothing is known. */
  drift(receiverId: string): number | null
}

const hourMs = 3_600_000
/** As many as a site has; unknown receivers never come here. */
const mostReceivers = 20_000

export function createReceiverResiduals(): ReceiverResiduals {
  const known = new Map<string, { sum: number; weight: number; at: number }>()
  return {
    note(receiverId, residualDb, now) {
      let entry = known.get(receiverId)
      if (!entry) {
        if (known.size >= mostReceivers) return
        known.set(receiverId, (entry = { sum: 0, weight: 0, at: now }))
      }
      const kept = Math.exp(-Math.max(0, now - entry.at) / hourMs)
      entry.sum = entry.sum * kept + residualDb
      entry.weight = entry.weight * kept + 1
      entry.at = now
    },
    drift(receiverId) {
      const entry = known.get(receiverId)
      return entry ? entry.sum / entry.weight : null
    },
  }
}
