// Which rows of a table are ticked: one by one, or all of the page at once. They stay ticked while one pages and filters.
import { computed } from 'vue'
import type { Ref } from 'vue'

export function useTickedRows(ticked: Ref<readonly string[]>, here: () => readonly string[]) {
  const all = computed(() => {
    const count = here().filter((id) => ticked.value.includes(id)).length
    return count === 0 ? false : count === here().length ? true : 'indeterminate'
  })
  function tick(ids: readonly string[], on: boolean): void {
    const others = ticked.value.filter((id) => !ids.includes(id))
    ticked.value = on ? [...others, ...ids] : others
  }
  return { all, tick }
}
