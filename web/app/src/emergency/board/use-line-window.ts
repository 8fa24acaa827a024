// Which lines of a long list are in the page: only those in sight, however many there are. When lines come and go, what is in sight
// stays where it is, and a tap on what moved a moment ago does not count. Scrolls with the page. Used by PeopleList.vue.
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/vue-virtual'
import { useResizeObserver } from '@vueuse/core'
import { computed, nextTick, onMounted, ref, shallowRef, watch } from 'vue'
import type { Ref, ShallowRef } from 'vue'
import { lineKey } from './board-lines.ts'
import type { Line } from './board-lines.ts'
import { createPlaceMemory } from './steady-list.ts'

const personPx = 84
const groupPx = 45

// Long because what is in sight, where it stands and what the keyboard holds are one state of one list.
export function useLineWindow(
  list: Readonly<ShallowRef<HTMLElement | null>>,
  lines: Readonly<Ref<readonly Line[]>>,
  /** What sticks to the top of the page covers so much of it. */
  coveredPx: () => number,
) {
  const scroller = shallowRef<HTMLElement | null>(null)
  /** Where the list begins in what scrolls. */
  const beginsAt = ref(0)
  /** Stays in the page out of sight too: the keyboard is there. */
  const focused = ref<number | null>(null)
  const places = createPlaceMemory(() => performance.now())

  const virtualizer = useVirtualizer(
    computed(() => ({
      count: lines.value.length,
      getScrollElement: () => scroller.value,
      estimateSize: (index: number) => (lines.value[index]?.kind === 'group' ? groupPx : personPx),
      getItemKey: (index: number) => lineKey(lines.value[index]!),
      scrollMargin: beginsAt.value,
      scrollPaddingStart: coveredPx(),
      overscan: 3,
      rangeExtractor: (range: Parameters<typeof defaultRangeExtractor>[0]) => {
        const shown = defaultRangeExtractor(range)
        const kept = focused.value
        if (kept === null || kept >= range.count || shown.includes(kept)) return shown
        return [...shown, kept].toSorted((a, b) => a - b)
      },
    })),
  )

  function measureBeginning(): void {
    if (!list.value || !scroller.value) return
    const { top } = list.value.getBoundingClientRect()
    beginsAt.value = Math.round(top - scroller.value.getBoundingClientRect().top + scroller.value.scrollTop)
  }
  onMounted(() => {
    scroller.value = list.value?.closest('main') ?? null
    measureBeginning()
  })
  // Whatever stands above the list may grow or go.
  useResizeObserver(
    computed(() => list.value?.closest<HTMLElement>('[data-board]') ?? null),
    measureBeginning,
  )

  /** By line: how far below the top of what scrolls it is. */
  function topsInSight(): Map<string, number> {
    const { scrollTop = 0, clientHeight = 0 } = scroller.value ?? {}
    const seen = virtualizer.value
      .getVirtualItems()
      .filter(({ start, end }) => end > scrollTop && start < scrollTop + clientHeight)
    return new Map(seen.map(({ key, start }) => [String(key), start - scrollTop]))
  }

  watch(lines, async () => {
    // Nothing was in sight before the first lines.
    if (virtualizer.value.getVirtualItems().length === 0) return
    const before = topsInSight()
    await nextTick()
    const element = scroller.value
    const starts = new Map(virtualizer.value.measurementsCache.map(({ key, start }) => [String(key), start]))
    // Above the list the page stays where it is.
    if (element && element.scrollTop > beginsAt.value) {
      const anchor = [...before].find(([key, top]) => top >= coveredPx() && starts.has(key))
      if (anchor) element.scrollTop = starts.get(anchor[0])! - anchor[1]
    }
    places.moved(before, topsInSight())
  })

  /** The first line in sight below what covers the page. */
  const firstIndex = computed(() => {
    const from = (virtualizer.value.scrollOffset ?? 0) + coveredPx()
    return virtualizer.value.getVirtualItems().find(({ end }) => end > from)?.index ?? 0
  })
  const hasScrolled = computed(() => (virtualizer.value.scrollOffset ?? 0) + coveredPx() > beginsAt.value + groupPx)
  async function focusLine(index: number): Promise<void> {
    const wanted = Math.min(Math.max(index, 0), lines.value.length - 1)
    focused.value = wanted
    virtualizer.value.scrollToIndex(wanted)
    await nextTick()
    list.value?.querySelector<HTMLElement>(`[data-index="${wanted}"] [data-row-focus]`)?.focus()
  }
  return { virtualizer, beginsAt, focused, firstIndex, hasScrolled, focusLine, mayTap: places.mayTap }
}
