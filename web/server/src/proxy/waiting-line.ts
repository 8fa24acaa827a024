// Requests that wait for their turn at the server behind us: changes before reads, for a read is asked again, and no read for long.
// Kept by upstream.ts.

export type WaitingLine = {
  size(): number
  /** Takes whoever is next out of the line. */
  next(): (() => void) | undefined
  addChange(start: () => void): void
  /** `turnAway` instead of `start`: it has waited for too long. */
  addRead(start: () => void, turnAway: () => void): void
}

export function createWaitingLine(readWaitsMs: number): WaitingLine {
  const changes: (() => void)[] = []
  const reads = new Map<() => void, NodeJS.Timeout>()
  const nextRead = () => {
    const [first] = reads
    if (first === undefined) return undefined
    const [start, timer] = first
    clearTimeout(timer)
    reads.delete(start)
    return start
  }
  return {
    size: () => changes.length + reads.size,
    next: () => changes.shift() ?? nextRead(),
    addChange: (start) => void changes.push(start),
    addRead(start, turnAway) {
      const late = () => {
        reads.delete(start)
        turnAway()
      }
      reads.set(start, setTimeout(late, readWaitsMs))
    },
  }
}
