// A link from another page names somebody on this floor: their card opens as soon as they are known to be here.
import { watch } from 'vue'
import { useRoute } from 'vue-router'
import { matchingRows } from './floor-rows.ts'
import type { FloorRow } from './floor-rows.ts'

/** `open` is told whom, and whether to go on following them. */
export function useWanted(open: (id: string, follow: boolean) => void) {
  const route = useRoute()
  let wanted = { name: '', follow: false }
  watch(
    () => route.query,
    ({ find, follow }) => (wanted = { name: String(find ?? ''), follow: follow === 'yes' }),
    { immediate: true },
  )
  return {
    look: (rows: readonly FloorRow[]) => {
      const found = wanted.name === '' ? undefined : matchingRows(rows, wanted.name)[0]
      if (!found) return
      wanted.name = ''
      open(found.id, wanted.follow)
    },
  }
}
