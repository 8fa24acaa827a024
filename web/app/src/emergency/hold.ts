// Hold to confirm: something grave happens only after a button was held down long enough (interface: words). Used by
// HoldButton.vue, which feeds it pointers and keys alike.

export const holdMs = 1_500

export type Hold = {
  readonly press: () => void
  /** Letting go early takes everything back. */
  readonly release: () => void
}

export function createHold(options: {
  readonly onDone: () => void
  readonly onHolding: (holding: boolean) => void
  /** Let go too early: worth a word, because a click alone does nothing. */
  readonly onShort: () => void
}): Hold {
  let timer: ReturnType<typeof setTimeout> | undefined

  function press(): void {
    if (timer !== undefined) return
    options.onHolding(true)
    timer = setTimeout(() => {
      timer = undefined
      options.onHolding(false)
      options.onDone()
    }, holdMs)
  }

  function release(): void {
    if (timer === undefined) return
    clearTimeout(timer)
    timer = undefined
    options.onHolding(false)
    options.onShort()
  }

  return { press, release }
}
