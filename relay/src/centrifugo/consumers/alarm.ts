// Waits that end early when something happens, also when it happened just before. Used by the workers of an outbox.

export type Alarm = ReturnType<typeof createAlarm>

export function createAlarm() {
  let hasRung = false
  let wake: (() => void) | null = null

  function sleep(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(end, milliseconds)
      function end() {
        clearTimeout(timer)
        wake = null
        resolve()
      }
      wake = end
    })
  }

  return {
    ring(): void {
      hasRung = true
      wake?.()
    },
    /** Not at all when it rang since the last time. */
    async wait(milliseconds: number): Promise<void> {
      if (!hasRung) await sleep(milliseconds)
      hasRung = false
    },
    /** After a failure: what rang before changes nothing. */
    async rest(milliseconds: number): Promise<void> {
      hasRung = false
      await sleep(milliseconds)
    },
  }
}
