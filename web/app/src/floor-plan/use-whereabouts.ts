// On which other floor somebody is, now or at a moment of the past (LostNotice.vue).
import { dashboard } from '@rollcall/contracts/domains/dashboard'
import { positions } from '@rollcall/contracts/domains/positions'
import { computed } from 'vue'
import type { ComputedRef } from 'vue'
import { useRow } from '../api/use-row.ts'
import { useSite } from '../session/site-store.ts'
import { nearestInTime } from './floor-rows.ts'
import { t } from './texts.ts'

type Wanted = {
  readonly name: string
  readonly entityId: string | null
  readonly floorId: string
  readonly at: number | null
}

/** Asked anew for every such stretch of the past, so that pulling the slider does not ask a hundred times. */
const stretchMs = 60_000

/** Null: nowhere else, or not known. */
export function useWhereabouts(wanted: Wanted): ComputedRef<{ floorId: string; floorName: string } | null> {
  const site = useSite()
  // What cannot be found out now is asked again in a moment; the notice stays.
  const { data: found } = useRow(
    dashboard.personnel,
    () => (wanted.entityId === null || wanted.at !== null ? null : { query: { q: wanted.name, pageSize: 10 } }),
    { pollMs: 3_000 },
  )
  const { data: past } = useRow(
    positions.history,
    () => {
      if (wanted.entityId === null || wanted.at === null) return null
      const from = (Math.floor(wanted.at / stretchMs) - 1) * stretchMs
      const span = { from: new Date(from).toISOString(), to: new Date(from + 3 * stretchMs).toISOString() }
      return { query: { entityId: wanted.entityId, ...span, limit: 1_000 } }
    },
    { pollMs: null },
  )
  return computed(() => {
    if (wanted.at !== null) {
      const seen = nearestInTime(past.value?.points ?? [], wanted.at)
      return seen && seen.floorId !== wanted.floorId
        ? { floorId: seen.floorId, floorName: site.floorNamed(seen.floorId) ?? t('anotherFloor') }
        : null
    }
    const seen = found.value?.items.find(({ personId }) => personId === wanted.entityId)?.lastSeen
    return seen && seen.floorId !== wanted.floorId ? seen : null
  })
}
