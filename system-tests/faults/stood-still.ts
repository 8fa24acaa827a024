// Whether the measuring process itself stood still: a machine that sleeps or is somebody else's for a while says nothing of the product.

const everyMs = 500

/** `worstMs()`: the longest that it did since the last call. */
export function watchOwnTime() {
  let last = performance.now()
  let worst = 0
  const look = () => {
    const now = performance.now()
    worst = Math.max(worst, now - last - everyMs)
    last = now
  }
  const timer = setInterval(look, everyMs)
  return {
    worstMs() {
      look()
      const found = worst
      worst = 0
      return found
    },
    stop: () => clearInterval(timer),
  }
}
