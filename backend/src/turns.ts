// So many at once; whoever else comes waits until one has left, in their order, but never longer than so many milliseconds. Used by
// database/audit-turns.ts and http/implement.ts.

/** Answers how to leave; leaving twice is leaving once. */
export type Turns = () => Promise<() => void>

/** `late`: asked when somebody has waited for so long, who then goes on, or is turned away with what it throws. */
export function createTurns(atOnce: () => number, mostMs: number, late: () => void = () => undefined): Turns {
  let underWay = 0
  const waiting = new Set<() => void>()
  const enter = () => {
    underWay += 1
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      underWay -= 1
      for (const next of waiting) if (underWay < atOnce()) next()
    }
  }
  return async () => {
    if (waiting.size === 0 && underWay < atOnce()) return enter()
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timer)
        waiting.delete(proceed)
        resolve(enter())
      }
      const timer = setTimeout(() => {
        try {
          late()
          proceed()
        } catch (error) {
          waiting.delete(proceed)
          reject(error)
        }
      }, mostMs)
      waiting.add(proceed)
    })
  }
}
