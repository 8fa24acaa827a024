// Which receivers hear the chosen badge, and how strongly; read anew every two seconds while it is shown (spec 4.2 Diagnostics).
import { diagnostics } from '@rollcall/contracts/domains/diagnostics'
import type { SignalMonitor } from '@rollcall/contracts/domains/diagnostics'
import { computed } from 'vue'
import type { Ref } from 'vue'
import { useRow } from '../../api/use-row.ts'

export type SignalLink = SignalMonitor['links'][number]
/** A link older than this says where the badge was, not where it is. */
const freshMs = 15_000

export function useSignal(request: Ref<{ transmitterId: string; floorId: string } | null>) {
  const { data, problem } = useRow(
    diagnostics.signalMonitor,
    () => request.value && { query: { ...request.value, limit: 50 } },
    { pollMs: 2_000 },
  )
  const links = computed<readonly SignalLink[]>(() => {
    if (data.value === null) return []
    const oldest = Date.parse(data.value.asOf) - freshMs
    return data.value.links.filter(({ lastAt }) => Date.parse(lastAt) >= oldest)
  })
  return { links, problem }
}
