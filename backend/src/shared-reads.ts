// Identical reads at the same moment are one: fifty wardens open the same board in the same second. Nothing is kept beyond that, and
// whoever asks while a read is under way gets one that began after they asked. Used by domains/emergency/muster-handlers.ts.

/** Reads with the same `key` answer the same. */
export type SharedReads<T> = (key: string, read: () => Promise<T>) => Promise<T>

export function createSharedReads<T>(): SharedReads<T> {
  const flights = new Map<string, { readonly running: Promise<unknown>; next: Promise<T> | null }>()
  const begin = (key: string, read: () => Promise<T>): Promise<T> => {
    const running = read()
    const flight = { running: running.catch(() => undefined), next: null }
    flights.set(key, flight)
    void flight.running.then(() => flights.get(key) === flight && flight.next === null && flights.delete(key))
    return running
  }
  return (key, read) => {
    const flight = flights.get(key)
    if (!flight) return begin(key, read)
    flight.next ??= flight.running.then(() => begin(key, read))
    return flight.next
  }
}
