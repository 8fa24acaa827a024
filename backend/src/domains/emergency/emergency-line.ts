// Whoever writes into one emergency needs its lock, one after another: they wait for it here, not each on a connection that alarms need
// (rules 9). Made once by all-handlers.ts; decide.ts writes taps together in it.

/** Does the work when whoever came earlier for the same emergency is done, well or not. */
export type EmergencyLine = <T>(emergencyId: string, work: () => Promise<T>) => Promise<T>

export function createEmergencyLine(): EmergencyLine {
  const last = new Map<string, Promise<unknown>>()
  return (emergencyId, work) => {
    const before = last.get(emergencyId)
    const mine = before ? before.then(work, work) : work()
    last.set(emergencyId, mine)
    const leave = () => last.get(emergencyId) === mine && last.delete(emergencyId)
    void mine.then(leave, leave)
    return mine
  }
}
