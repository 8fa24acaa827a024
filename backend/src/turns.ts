// So many at once; whoever else comes waits until one has left, in their order, but never longer than so many milliseconds. Used by
// database/audit-turns.ts.

/** Answers how to leave; leaving twice is leaving once. */
export type Turns = () => Promise<() => void>

export function createTurns(atOnce: number, mostMs: number): Turns {
  let underWay = 0
  const waiting = new Set<() => void>()
  const enter = () => {
    underWay += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      underWay -= 1
      const [next] = waiting
      if (underWay < atOnce) next?.()
    }
  }
  return async () => {
    if (underWay < atOnce) return enter()
    return new Promise((resolve) => {
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        resolve(enter())
      }
      const timer = setTimeout(proceed, mostMs)
      waiting.add(proceed)
    })
  }
}
