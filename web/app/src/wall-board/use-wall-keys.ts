// The keyboard of the wall board: F, the arrows and the space bar, unless something on the page has a use of its own for them.
import { onKeyStroke } from '@vueuse/core'

export type WallActions = {
  readonly step: (by: 1 | -1) => void
  readonly togglePause: () => void
  readonly toggleFullScreen: () => void
}

/** The help that lies over it, a list that is open, a button that the space bar presses. */
const takesKeys = '[role="dialog"], [role="listbox"], button, a, input, select, textarea'

export function useWallKeys({ step, togglePause, toggleFullScreen }: WallActions): void {
  const keys: Readonly<Record<string, () => void>> = {
    f: toggleFullScreen,
    F: toggleFullScreen,
    ArrowRight: () => step(1),
    ArrowDown: () => step(1),
    ArrowLeft: () => step(-1),
    ArrowUp: () => step(-1),
    ' ': togglePause,
  }
  onKeyStroke(Object.keys(keys), (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(takesKeys)) return
    event.preventDefault()
    keys[event.key]?.()
  })
}
