// Whether a table has room for its columns in the box around it: what has none would be scrolled sideways, out of sight. Used by
// DataTable.vue.
import { useElementSize } from '@vueuse/core'
import { computed, ref, watch } from 'vue'
import type { ComputedRef, Ref } from 'vue'

/** Narrower columns are read word by word. */
const leastColumnPx = 120

/** True while it has none; `content`: what is in the table. */
export function useRoom(
  box: Readonly<Ref<HTMLElement | null>>,
  columns: () => number,
  content: Readonly<Ref<unknown>>,
): ComputedRef<boolean> {
  const { width } = useElementSize(box)
  /** The widest box that these columns were found too wide for. */
  const tooNarrow = ref(0)
  const lacksRoom = computed(
    () => width.value > 0 && (width.value < leastColumnPx * columns() || width.value <= tooNarrow.value),
  )
  watch(columns, () => (tooNarrow.value = 0))
  watch(
    [width, content],
    () => {
      const { scrollWidth = 0, clientWidth = 0 } = box.value ?? {}
      if (!lacksRoom.value && scrollWidth > clientWidth + 1) tooNarrow.value = width.value
    },
    { flush: 'post' },
  )
  return lacksRoom
}
