// Which receivers hear the chosen badge, and how strongly; read anew every two seconds while it is shown (spec 4.2 Diagnostics).
import { diagnostics } from '@rollcall/contracts/domains/diagnostics'
import type { SignalMonitor } from '@rollcall/contracts/domains/diagnostics'
import { onScopeDispose, ref, shallowRef, watch } from 'vue'
import type { Ref } from 'vue'
import { call } from '../../api/call.ts'
import { sentenceFor } from '../../api/problem-error.ts'

export type SignalLink = SignalMonitor['links'][number]
const everyMs = 2_000
/** A link older than this says where the badge was, not where it is. */
const freshMs = 15_000

export function useSignal(request: Ref<{ transmitterId: string; floorId: string } | null>) {
  const links = shallowRef<readonly SignalLink[]>([])
  const problem = ref<string | null>(null)
  let reading = new AbortController()

  watch(request, (which) => {
    reading.abort()
    links.value = []
    problem.value = null
    if (which === null) return
    reading = new AbortController()
    void read(which, reading.signal)
  })
  onScopeDispose(() => reading.abort())

  async function read(which: { transmitterId: string; floorId: string }, signal: AbortSignal): Promise<void> {
    try {
      const answer = await call(diagnostics.signalMonitor, { query: { ...which, limit: 50 } }, signal)
      const oldest = Date.parse(answer.asOf) - freshMs
      links.value = answer.links.filter(({ lastAt }) => Date.parse(lastAt) >= oldest)
      problem.value = null
    } catch (error) {
      if (signal.aborted) return
      problem.value = sentenceFor(error)
    }
    if (!signal.aborted) setTimeout(() => !signal.aborted && void read(which, signal), everyMs)
  }
  return { links, problem }
}
