// All zones of the site, read once and tried again until they are there: areas to search must be known also while the connection
// comes and goes. For use-search.ts.
import { zones as zoneRows } from '@rollcall/contracts/domains/zones'
import type { Zone } from '@rollcall/contracts/domains/zones'
import { onScopeDispose, ref, shallowRef } from 'vue'
import { call } from '../../../api/call.ts'
import { sentenceFor } from '../../../api/problem-error.ts'
import { readKept } from '../../../offline/kept.ts'

const pageSize = 200
const tryAgainMs = 5_000
/** What was read last stays over a change of pages. */
const zones = shallowRef<readonly Zone[] | null>(null)

export function useZones() {
  const problem = ref<string | null>(null)
  const leaving = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined

  async function read(): Promise<void> {
    clearTimeout(timer)
    try {
      zones.value = await allZones(leaving.signal)
      problem.value = null
    } catch (error) {
      if (leaving.signal.aborted) return
      problem.value = sentenceFor(error)
      zones.value ??= ((await readKept('answer', 'zones'))?.value as Zone[] | undefined) ?? null
      timer = setTimeout(() => void read(), tryAgainMs)
    }
  }
  onScopeDispose(() => {
    leaving.abort()
    clearTimeout(timer)
  })
  void read()
  return { zones, problem }
}

export async function allZones(signal: AbortSignal): Promise<Zone[]> {
  const all: Zone[] = []
  for (let page = 1; ; page += 1) {
    const { items, total } = await call(zoneRows.list, { query: { page, pageSize } }, signal)
    all.push(...items)
    if (items.length === 0 || all.length >= total) return all
  }
}
