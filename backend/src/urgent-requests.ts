// Which requests of an alarm are under way, so that work which can wait lets them pass: a tap on a board is a dozen short steps, and
// between any two of them something else would come first. Told by http/implement.ts, asked by positioning.

export type UrgentRequests = {
  /** Answers how to end it; ending twice is ending once. */
  begin(): () => void
  /** When none is under way, or after so many milliseconds: alarms come first, but nothing stands still for them. */
  none(mostMs: number): Promise<void>
}

export function createUrgentRequests(): UrgentRequests {
  const underWay = new Set<object>()
  const waiting = new Set<() => void>()
  return {
    begin() {
      const request = {}
      underWay.add(request)
      return () => {
        if (!underWay.delete(request) || underWay.size > 0) return
        for (const proceed of waiting) proceed()
      }
    },
    async none(mostMs) {
      if (underWay.size === 0 || mostMs <= 0) return
      await new Promise<void>((resolve) => {
        const proceed = () => {
          clearTimeout(timer)
          waiting.delete(proceed)
          resolve()
        }
        const timer = setTimeout(proceed, mostMs)
        waiting.add(proceed)
      })
    },
  }
}
