// Which columns of a list are shown. What somebody chooses is kept on this device for each list; where the address names the columns,
// as that of a saved view does, it is about these, and nothing is kept. The first one says what a row is and always stays.
// Used by DataTable.vue.
import { useLocalStorage } from '@vueuse/core'
import { computed } from 'vue'
import type { Ref } from 'vue'

type Column = { readonly key: string }

/** What the address may say: keys with commas between them, or nothing. */
export const namesColumns = (text: string): boolean => /^(?:\w{1,40}(?:,\w{1,40}){0,30})?$/.test(text)

const keptHidden = useLocalStorage<Record<string, readonly string[]>>('rollcall.hidden-columns', {})

/** `named`: from the address. Nothing that this list has: then those are shown that are not hidden. */
export function shownColumns<C extends Column>(all: readonly C[], named: string, hidden: readonly string[]): C[] {
  const wanted = named.split(',')
  const isNamed = all.some(({ key }) => wanted.includes(key))
  return all.filter(({ key }, index) => index === 0 || (isNamed ? wanted.includes(key) : !hidden.includes(key)))
}

export function useColumns<C extends Column>(list: string | null, named: Ref<string>, all: () => readonly C[]) {
  const hidden = computed(() => keptHidden.value[list ?? ''] ?? [])
  const shown = computed(() => shownColumns(all(), named.value, hidden.value))

  function show(key: string, on: boolean): void {
    const keys = shown.value.map((column) => column.key).filter((one) => one !== key)
    if (named.value !== '') {
      const wanted = on ? [...keys, key] : keys
      const inOrder = all().filter((column) => wanted.includes(column.key))
      named.value = inOrder.map((column) => column.key).join(',')
    } else {
      const others = hidden.value.filter((one) => one !== key)
      keptHidden.value = { ...keptHidden.value, [list ?? '']: on ? others : [...others, key] }
    }
  }
  return { shown, show }
}
