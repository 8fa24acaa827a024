// Nothing slides under a finger: while the hand works in the list everybody stands where they stood, and a tap on a row that came
// under the finger a moment ago does not count. Used by the lists of people and of areas to search.
import { onScopeDispose, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'

/** How long after the last touch, or a change, the list closes up. */
export const restMs = 2_500
/** Sooner than this nobody has seen what is under the finger. */
export const unseenMs = 400

/**
 * Follows `source` a moment later, so that whoever looks sees what became of a row before it leaves, and not before the hand rests:
 * `touch` with every touch. At once when there was nothing yet, and by `rest`.
 */
export function useSteady<T>(source: Readonly<Ref<T>>, isNothing: (value: T) => boolean) {
  const steady = shallowRef<T>(source.value)
  let timer: ReturnType<typeof setTimeout> | undefined
  function rest(): void {
    clearTimeout(timer)
    timer = undefined
    steady.value = source.value
  }
  function touch(): void {
    clearTimeout(timer)
    timer = setTimeout(rest, restMs)
  }
  watch(
    source,
    () => {
      if (isNothing(steady.value)) rest()
      else if (timer === undefined) touch()
    },
    { flush: 'sync' },
  )
  onScopeDispose(() => clearTimeout(timer))
  return { steady, touch, rest }
}

/** Remembers since when a row is where it is. `tops`: of the rows in sight, by person, in pixels of the screen. */
export function createPlaceMemory(now: () => number) {
  const movedAt = new Map<string, number>()
  /** Less than this is a line break, not another row. */
  const sameRowPx = 12
  return {
    moved(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): void {
      movedAt.clear()
      for (const [personId, top] of after) {
        const was = before.get(personId)
        if (was === undefined || Math.abs(was - top) > sameRowPx) movedAt.set(personId, now())
      }
    },
    mayTap: (personId: string): boolean => now() - (movedAt.get(personId) ?? -Infinity) >= unseenMs,
  }
}
