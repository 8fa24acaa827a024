// A link from another page names somebody on this floor: their card opens as soon as they are known to be here.
import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { matchingRows } from './floor-rows.ts'
import type { FloorRow } from './floor-rows.ts'

/** `open` is called with whom, and whether to go on following them. */
export function useLinkedPerson(open: (id: string, follow: boolean) => void) {
  const route = useRoute()
  let linked = { name: '', follow: false }
  watch(
    () => route.query,
    ({ find, follow }) => (linked = { name: String(find ?? ''), follow: follow === 'yes' }),
    { immediate: true },
  )
  return {
    findIn: (rows: readonly FloorRow[]) => {
      const found = linked.name === '' ? undefined : matchingRows(rows, linked.name)[0]
      if (!found) return
      linked.name = ''
      open(found.id, linked.follow)
    },
  }
}
